import { createServer } from "node:http";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hourMs, minuteMs } from "../../../../src/lib/duration.ts";
import { connectRedis } from "../../../../src/platform/redis/connect.ts";
import { redisServerAt } from "../../../../src/platform/redis/server.ts";
import { entriesUnder } from "../../../../src/platform/secrets/rotation/entries.ts";
import { type AlertSender, alertSender } from "../../../support/alert-sender.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { putHook } from "../../../support/hook.ts";
import { listening } from "../../../support/listening.ts";
import { shownText } from "@quartermaster/local-slack/person";
import { person } from "../../../support/slack-person.ts";
import { until } from "../../../support/until.ts";

const startsAt = new Date().toISOString();
const environment = useTestEnvironment({ startsAt });
let feed: { url: string; close: () => Promise<void> };
let answer: { status: number; body: string };
let sender: AlertSender;
let aheadMs = 0;

function at(hours: number): string {
  return new Date(Date.parse(startsAt) + hours * hourMs).toISOString().replaceAll(/[-:]|\.\d+/g, "");
}

/** An event from and to these hours after the start. */
function event(uid: string, fromHours: number, toHours: number, ...lines: string[]): string {
  const times = [`DTSTART:${at(fromHours)}`, `DTEND:${at(toHours)}`];
  return ["BEGIN:VEVENT", `UID:${uid}`, ...times, ...lines, "END:VEVENT"].join("\r\n");
}

beforeAll(async () => {
  const body = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    event("1", -8, 16, "SUMMARY:On Call - Primary", "ATTENDEE:sam@acme.example.com"),
    event("2", 16, 30, "SUMMARY:On Call - Someone Else - Primary"),
    event("3", 40, 60, "SUMMARY:Sam Rivera"),
    "BEGIN:VEVENT\r\nUID:4\r\nDTSTART:TBD\r\nSUMMARY:Linus & co\r\nEND:VEVENT",
    event("5", 100, 110, "SUMMARY:Sam Rivera").replace(/DTSTART:(\w+)Z/, "DTSTART;TZID=Middle-earth:$1"),
    "END:VCALENDAR",
    "",
  ].join("\r\n");
  answer = { status: 200, body };
  feed = await listening(
    createServer((_, response) => void response.writeHead(answer.status).end(answer.body)),
  );
  const { url, secret } = await putHook(environment.redisUrl, environment.slack.teamId, {
    name: "checkout",
    channelId: environment.slack.channels.find(({ name }) => name === "databases")?.id ?? "",
    publicUrl: environment.app.url,
    escalation: { groupId: "S0ONCALL01", afterMinutes: 5 },
  });
  sender = alertSender({ url, secret });
});
afterAll(async () => {
  sender.close();
  await feed.close();
});

function passTime(ms: number): void {
  aheadMs += ms;
  environment.passTime(ms);
}

/** Fires an alert and lets it escalate. Returns the line with the mention. */
async function mentionOf(name: string): Promise<string> {
  const { ada } = environment;
  await sender.fire({ name, at: new Date(Date.now() + aheadMs) });
  const root = await ada.waitForMessage(
    "databases",
    (seen) => seen.threadTs === undefined && shownText(seen).includes(name),
  );
  passTime(6 * minuteMs);
  const line = await ada.waitForMessage(
    "databases",
    (seen) => seen.threadTs === root.ts && shownText(seen).includes("this isn't acknowledged yet"),
  );
  return shownText(line);
}

async function answerTo(words: string, has: string): Promise<string> {
  await environment.ada.command("databases", `/db ${words}`);
  return shownText(await environment.ada.waitForMessage("databases", has));
}

/** Submits the form with this address. Returns what the window shows then. */
async function follow(address: string, shows: string): Promise<string> {
  const { ada } = environment;
  await ada.command("databases", "/db alerts hooks rota checkout");
  await ada.waitForModal((view) => JSON.stringify(view).includes("Address of the iCal feed"));
  await ada.fill("address", address);
  await ada.submit();
  const view = JSON.stringify(await ada.waitForModal((each) => JSON.stringify(each).includes(shows)));
  await ada.close({ cleared: true });
  return view;
}

/** All that Redis keeps of the workspace, as text. */
async function everythingKept(): Promise<string> {
  const redis = connectRedis(redisServerAt(environment.redisUrl), () => {});
  await once(redis, "ready");
  try {
    const kept: string[] = [];
    for await (const { key, field, text } of entriesUnder(redis, "")) kept.push(`${key} ${field} ${text}`);
    return kept.join("\n");
  } finally {
    redis.disconnect();
  }
}

test("an address inside the network and one without a feed are refused, and nothing changes", async () => {
  await answerTo("oncall", "No hook follows a rota yet");
  await follow("http://10.0.0.1/t0k3n.ics", "10.0.0.1 can't be reached");
  answer.status = 404;
  await follow(`${feed.url}/t0k3n.ics`, "answered 404");
  answer.status = 200;
  await follow("ftp://example.com/t0k3n.ics", "isn't an address");
  expect(await answerTo("oncall checkout", "follows no rota")).toContain("mention the user group");
});

test("an address that is typed in a command is not repeated", async () => {
  const said = await answerTo(
    "alerts hooks rota checkout https://example.com/t0k3n.ics",
    "I ask for it in a form",
  );
  expect(said).not.toContain("t0k3n");
});

test("the form asks for the address, and no answer and no record has it", async () => {
  const shown = await follow(`${feed.url}/t0k3n.ics`, "I mention who is on call by the rota");
  // A busy machine takes longer than Slack waits for the form.
  expect(shown).toMatch(/Sam Rivera until|I'm still reading it/);
  expect(shown).not.toContain("t0k3n");
  expect(await everythingKept()).not.toContain("t0k3n");
});

test("the answer says who is on call, who is next, and whom Slack doesn't know", async () => {
  await until(async () => (await answerTo("oncall", "*checkout*")).includes("Sam Rivera until"));
  const line = await answerTo("oncall", "Sam Rivera until");
  expect(line).toContain("then Someone Else (I can't tell who that is in Slack) until");
  const lines = await answerTo("oncall checkout", "no one");
  expect(lines).toMatch(/Sam Rivera until .*Someone Else .*no one.*Sam Rivera/s);
});

test("what can't be read and a zone that isn't known are said in the answer and in the hook's window", async () => {
  const doubts = ["1 event couldn't be read: *Linus &amp; co*", "the time zone *Middle-earth* for sure"];
  const line = await answerTo("oncall", "couldn't be read");
  const { ada } = environment;
  await ada.command("databases", "/db alerts hooks show checkout escalation");
  const view = await ada.waitForModal((each) => JSON.stringify(each).includes("couldn't be read"));
  await ada.close({ cleared: true });
  for (const doubt of doubts) {
    expect(line).toContain(doubt);
    expect(JSON.stringify(view)).toContain(doubt);
  }
  expect(line).toContain("so I read its times as UTC");
});

test("App Home tells a person who is on call", async () => {
  const { slack } = environment;
  const sam = person(slack, "Sam Rivera");
  try {
    await sam.home();
    await sam.waitForHome((view) => JSON.stringify(view).includes("You're on call"));
    const { ada } = environment;
    await ada.home();
    const home = await ada.waitForHome((view) => JSON.stringify(view).includes("Open alerts"));
    expect(JSON.stringify(home)).not.toContain("You're on call");
  } finally {
    await sam.leave();
  }
});

test("an escalation mentions who is on call, and its message says so", async () => {
  expect(await mentionOf("Followed")).toMatch(/<@U\w+>, you're on call/);
});

test("if the rota names someone whom Slack doesn't know, the group is mentioned, with the reason", async () => {
  passTime(17 * hourMs);
  const line = await mentionOf("Stranger");
  expect(line).toContain("<!subteam^S0ONCALL01>");
  expect(line).toContain("the rota says Someone Else, and I can't tell who that is in Slack");
});

test("in a gap of the rota the group is mentioned, and so after a day without the feed", async () => {
  passTime(14 * hourMs);
  expect(await mentionOf("Gap")).toContain("I haven't been able to read the rota for a day");
});
