import { z } from "zod";
import type { ClockedReplicas } from "../support/clocked-replicas.ts";
import { type SeenMessage, person, shownText } from "../support/slack-person.ts";
import { until } from "../support/until.ts";
import type { ExpectedReport } from "./expected-reports.ts";

/** The channels that reports are posted in, and nothing else. */
export const reportChannels = { databases: "C0DATABAS1", incidents: "C0INCIDEN1" };

/** Waits for all reports that are due at a time. */
export async function waitForDue(
  replicas: ClockedReplicas,
  expected: readonly ExpectedReport[],
  at: Date,
): Promise<void> {
  for (const [name, id] of Object.entries(reportChannels)) {
    const due = expected.filter((one) => one.channel === name && one.at.getTime() === at.getTime());
    await until(async () => (await countSince(replicas, id, at)) >= due.length);
  }
}

const History = z.object({ messages: z.array(z.unknown()) });

/** How many reports were posted in a channel since then, from Slack's history. */
async function countSince({ slack }: ClockedReplicas, channel: string, since: Date): Promise<number> {
  const oldest = String(since.getTime() / 1_000);
  const response = await fetch(`${slack.apiUrl}conversations.history`, {
    method: "POST",
    headers: { authorization: `Bearer ${slack.botToken}` },
    body: new URLSearchParams({ channel, oldest, limit: "100" }),
  });
  return History.parse(await response.json()).messages.length;
}

/** The posted reports, a line each, and the changed days in their threads, with the number of those posts. */
export async function postedReports({ slack }: ClockedReplicas) {
  await using ada = person(slack, "Ada Park");
  const names = Object.keys(reportChannels);
  const all = (await Promise.all(names.map((name) => ada.messages(name)))).flat();
  const ours = all.filter(({ user, ephemeral }) => user !== ada.id && !ephemeral);
  const late = ours.filter(({ threadTs }) => threadTs !== undefined);
  const reports = ours.filter(({ threadTs }) => threadTs === undefined);
  return {
    reports: reports.map(reportLine),
    late: late.length,
    told: late.flatMap((message) => {
      const parent = reports.find(
        ({ ts, channel }) => ts === message.threadTs && channel === message.channel,
      );
      const header = parent ? headerOf(parent) : "nowhere";
      return [...message.text.matchAll(/\*(\d+ \w+)\*/g)].map(([, day]) => `${header}: ${day}`);
    }),
  };
}

/** A report in a line: its hour, its header, and its text about missed reports. */
function reportLine(message: SeenMessage): string {
  const [, count = "1", days] =
    /the (?:(\d+) reports|report) before \((.+?)\), because/.exec(message.text) ?? [];
  const missed = days === undefined ? "" : `${count} missed: ${days}`;
  return [hourOf(new Date(Number(message.ts) * 1_000)), headerOf(message), missed].join(" | ");
}

/** The same for an expected report. */
export function expectedLine({ at, header, missed }: ExpectedReport): string {
  return [hourOf(at), header, missed].join(" | ");
}

function hourOf(time: Date): string {
  return time.toISOString().slice(0, 13);
}

function headerOf(message: SeenMessage): string {
  return shownText({ ...message, text: "" }).split("\n")[0] ?? "";
}
