import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { z } from "zod";
import { seededBetween } from "../../src/sandbox/cloud/seeded-random.ts";
import { addDays } from "../../src/lib/day.ts";
import { type SeenMessage, person, shownText } from "../support/slack-person.ts";
import { until } from "../support/until.ts";
import { type ClockedReplicas, startClockedReplicas } from "../support/clocked-replicas.ts";
import {
  type ExpectedDigest,
  away,
  expectedChanges,
  expectedDigests,
  mornings,
  nineInBerlin,
} from "./expected-digests.ts";

const channels = { databases: "C0DATABAS1", incidents: "C0INCIDEN1" };
const History = z.object({ messages: z.array(z.unknown()) });

/** How many digests came into a channel since, as Slack has them. */
async function countSince({ slack }: ClockedReplicas, channel: string, since: Date): Promise<number> {
  const oldest = String(since.getTime() / 1_000);
  const response = await fetch(`${slack.apiUrl}conversations.history`, {
    method: "POST",
    headers: { authorization: `Bearer ${slack.botToken}` },
    body: new URLSearchParams({ channel, oldest, limit: "100" }),
  });
  return History.parse(await response.json()).messages.length;
}

/** Waits for all that is due at a time. */
async function waitForDue(replicas: ClockedReplicas, expected: readonly ExpectedDigest[], at: Date) {
  for (const [name, id] of Object.entries(channels)) {
    const due = expected.filter((one) => one.channel === name && one.at.getTime() === at.getTime());
    await until(async () => (await countSince(replicas, id, at)) >= due.length);
  }
}

const killShare = 0.12;

/** Moves to every morning and waits for what is due, while replicas are killed at random moments; answers how many. */
async function liveThrough(replicas: ClockedReplicas, expected: readonly ExpectedDigest[]): Promise<number> {
  let kills = 0;
  for (const morning of mornings) {
    const at = nineInBerlin(morning);
    if (morning === addDays(away.to, 1)) await replicas.awayWhile(() => replicas.clock.moveTo(at));
    else replicas.clock.moveTo(at);
    const isKilled = seededBetween(0, 1, morning, "kill") < killShare;
    kills += isKilled ? 1 : 0;
    const waitMs = seededBetween(0, 250, morning, "wait");
    await Promise.all([
      isKilled ? sleep(waitMs).then(() => replicas.kill()) : undefined,
      waitForDue(replicas, expected, at),
    ]);
  }
  return kills;
}

/** What the app posted in both channels, and what a message of a thread hangs under. */
async function posted({ slack }: ClockedReplicas) {
  await using ada = person(slack, "Ada Park");
  const all = (await Promise.all(Object.keys(channels).map((name) => ada.messages(name)))).flat();
  const ours = all.filter(({ user, ephemeral }) => user !== ada.id && !ephemeral);
  const late = ours.filter(({ threadTs }) => threadTs !== undefined);
  const digests = ours.filter(({ threadTs }) => threadTs === undefined);
  return {
    digests: digests.map(digestLine),
    late: late.length,
    told: late.flatMap((message) => {
      const parent = digests.find(
        ({ ts, channel }) => ts === message.threadTs && channel === message.channel,
      );
      const header = parent ? headerOf(parent) : "nowhere";
      return [...message.text.matchAll(/\*(\d+ \w+)\*/g)].map(([, day]) => `${header}: ${day}`);
    }),
  };
}

/** A digest in a line: the hour it came, its header, what it says it missed. */
function digestLine(message: SeenMessage): string {
  const [, count = "1", days] =
    /The (?:(\d+) digests|digest) before, of (.+?), could/.exec(message.text) ?? [];
  const missed = days === undefined ? "" : `${count} missed: ${days}`;
  return [hourOf(new Date(Number(message.ts) * 1_000)), headerOf(message), missed].join(" | ");
}

function hourOf(time: Date): string {
  return time.toISOString().slice(0, 13);
}

function headerOf(message: SeenMessage): string {
  return shownText({ ...message, text: "" }).split("\n")[0] ?? "";
}

test("over a year, with clocks changed, replicas killed and days away, each due digest and each late change is posted once", async () => {
  const startedMs = Date.now();
  await using replicas = await startClockedReplicas("2027-01-04T06:00:00Z");
  for (const words of [
    `daily in <#${channels.databases}>`,
    ...["weekly", "monthly"].map((every) => `${every} in <#${channels.incidents}>`),
  ])
    await replicas.command(`/db costs schedule ${words} Europe/Berlin`, "Scheduled: every");
  const expected = expectedDigests();
  const kills = await liveThrough(replicas, expected);

  const changes = expectedChanges(expected, replicas.clock.now());
  await until(async () => (await posted(replicas)).told.length >= changes.length);
  const { digests, told, late } = await posted(replicas);
  const seconds = Math.round((Date.now() - startedMs) / 1_000);
  process.stdout.write(
    `${digests.length} digests, ${late} posts of ${changes.length} late changes, ${kills} kills, ${seconds} s\n`,
  );
  const lines = expected.map(({ at, header, missed }) => [hourOf(at), header, missed].join(" | "));
  expect(digests.toSorted()).toEqual(lines.toSorted());
  expect(told.toSorted()).toEqual(changes.toSorted());
  expect(changes.length).toBeGreaterThan(20);
}, 300_000);
