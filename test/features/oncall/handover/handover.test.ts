import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connectRedis } from "../../../../src/platform/redis/connect.ts";
import { redisServerAt } from "../../../../src/platform/redis/server.ts";
import { entriesUnder } from "../../../../src/platform/secrets/rotation/entries.ts";
import { dayMs, minuteMs } from "../../../../src/lib/duration.ts";
import { actionIds } from "../../../../src/features/alerts/message/status.ts";
import { type AlertSender, alertSender } from "../../../support/alert-sender.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { type KnownHook, putHook } from "../../../support/hook.ts";
import { type PagerDuty, type Paged, startPagerDuty } from "../../../support/pager-duty.ts";
import { type SeenMessage, shownText } from "@quartermaster/local-slack/person";
import { until } from "../../../support/until.ts";

let pagerDuty: PagerDuty;
const environment = useTestEnvironment({
  startsAt: new Date().toISOString(),
  environment: async () => {
    pagerDuty = await startPagerDuty();
    return { PAGERDUTY_EVENTS_URL: pagerDuty.url };
  },
});
let hook: KnownHook;
let sender: AlertSender;
let names = 0;
let aheadMs = 0;

beforeAll(async () => {
  hook = await putHook(environment.redisUrl, environment.slack.teamId, {
    name: "checkout",
    channelId: channelNamed("databases"),
    publicUrl: environment.app.url,
    escalation: { groupId: "S0ONCALL01", afterMinutes: 5 },
  });
  sender = alertSender({ url: hook.url, secret: hook.secret });
});
beforeEach(() => void (pagerDuty.onTold = () => undefined));
afterAll(async () => {
  sender.close();
  await pagerDuty[Symbol.asyncDispose]();
});

/** Lets so much time pass that an alert escalates, and isn't yet presumed to be over. */
function passTime(): void {
  aheadMs += 6 * minuteMs;
  environment.passTime(6 * minuteMs);
}

function channelNamed(name: string): string {
  return environment.slack.channels.find((channel) => channel.name === name)?.id ?? "";
}

function answers(): string {
  return `${environment.app.url}/handover/${hook.hook.id}`;
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

async function setUp(kind: "pagerduty" | "webhook", values: Record<string, string>): Promise<string> {
  const { ada } = environment;
  await ada.command("databases", `/db alerts hooks handover checkout ${kind}`);
  await ada.waitForModal((view) => JSON.stringify(view).includes("Hand over"));
  for (const [name, value] of Object.entries(values)) await ada.fill(name, value);
  await ada.submit();
  const shown = await ada.waitForModal((view) => JSON.stringify(view).includes("I hand it over"));
  await ada.close({ cleared: true });
  return JSON.stringify(shown);
}

/** Fires an alert, and lets so much time pass that it escalates. Returns its name and what the other side has. */
async function escalated(): Promise<{ name: string; paged: Paged }> {
  const name = `Escalating ${(names += 1)}`;
  const known = new Set(pagerDuty.incidents.keys());
  await sender.fire({ name, at: new Date(Date.now() + aheadMs) });
  await messageOf(name);
  passTime();
  await until(async () => [...pagerDuty.incidents.keys()].some((key) => !known.has(key)));
  const paged = [...pagerDuty.incidents.values()].find(({ key }) => !known.has(key));
  if (!paged) throw new Error("No one was paged.");
  return { name, paged };
}

function messageOf(name: string, ...words: string[]): Promise<SeenMessage> {
  return environment.ada.waitForMessage("databases", (message) => {
    const text = shownText(message);
    return message.threadTs === undefined && [name, ...words].every((word) => text.includes(word));
  });
}

async function inThread(name: string, word: string): Promise<string> {
  const { ts } = await messageOf(name);
  const found = await environment.ada.waitForMessage(
    "databases",
    (message) => message.threadTs === ts && shownText(message).includes(word),
  );
  return shownText(found);
}

test("a hook that doesn't escalate can't be handed over", async () => {
  const { ada } = environment;
  await putHook(environment.redisUrl, environment.slack.teamId, {
    name: "calm",
    channelId: channelNamed("incidents"),
  });
  await ada.command("databases", "/db alerts hooks handover calm pagerduty");
  // In the window that a slow command opens, or else in the channel.
  const refused = "this hook doesn't escalate yet";
  await until(async () => {
    const view = await ada.modal();
    const messages = await ada.messages("databases");
    return (view && shownText(view).includes(refused)) || messages.some(({ text }) => text.includes(refused));
  });
  if (await ada.modal()) await ada.close();
});

test("the routing key is asked in a form, and no answer and no record has it", async () => {
  const shown = await setUp("pagerduty", {
    routingKey: pagerDuty.routingKey,
    answersKey: pagerDuty.answersSecret,
  });
  expect(shown).not.toContain(pagerDuty.routingKey);
  expect(shown).toContain("127.0.0.1");
  expect(await everythingKept()).not.toMatch(
    new RegExp(`${pagerDuty.routingKey}|${pagerDuty.answersSecret}`),
  );
});

test("an alert that no one acknowledges is handed over once, the thread says so, and what is done in Slack reaches PagerDuty", async () => {
  const { name, paged } = await escalated();
  expect(await inThread(name, "Handed over")).toContain("PagerDuty");
  expect(paged).toMatchObject({ status: "triggered", pages: 1, told: ["trigger"] });
  expect(paged.body).toMatchObject({
    routing_key: pagerDuty.routingKey,
    payload: { source: "checkout", summary: expect.stringContaining(name) },
  });
  await environment.ada.click(await messageOf(name), actionIds.acknowledge);
  await until(async () => paged.status === "acknowledged");
  await end({ name, paged });
  expect(paged).toMatchObject({ pages: 1, told: ["trigger", "acknowledge", "resolve"] });
});

test("an acknowledgement and an end in PagerDuty show in Slack, and nothing goes back", async () => {
  const { name, paged } = await escalated();
  expect(await pagerDuty.answer(paged.key, "acknowledged", { url: answers() })).toBe(202);
  await messageOf(name, "Acknowledged");
  expect(await inThread(name, "cknowledged by")).toContain("Noor Haddad in PagerDuty");
  expect(await pagerDuty.answer(paged.key, "resolved", { url: answers() })).toBe(202);
  await messageOf(name, "Resolved");
  expect(paged.told).toEqual(["trigger"]);
});

/** Ends an alert, so no later test hears of it. */
async function end({ name, paged }: { name: string; paged: Paged }): Promise<void> {
  await sender.resolve({ name, at: new Date(Date.now() + aheadMs) });
  await messageOf(name, "Resolved");
  await until(async () => paged.status === "resolved");
}

test("what was acknowledged in PagerDuty ends when it is given back there, and escalates again", async () => {
  const { name, paged } = await escalated();
  await pagerDuty.answer(paged.key, "acknowledged", { url: answers(), by: "Sam Rivera" });
  await messageOf(name, "Acknowledged");
  expect(await pagerDuty.answer(paged.key, "unacknowledged", { url: answers(), by: null })).toBe(202);
  await messageOf(name, "Firing", "scalates");
  expect(await inThread(name, "taken back")).toContain("no longer acknowledged");
  passTime();
  const { ts } = await messageOf(name);
  await until(async () => {
    const seen = await environment.ada.messages("databases");
    const mentions = seen.filter(
      (message) => message.threadTs === ts && shownText(message).includes("isn't acknowledged yet"),
    );
    return mentions.length === 2;
  });
  await environment.ada.click(await messageOf(name), actionIds.acknowledge);
  await until(async () => paged.status === "acknowledged");
  await end({ name, paged });
});

async function auditEntries(word: string): Promise<number> {
  const kept = await everythingKept();
  return kept.split("\n").filter((line) => line.includes(":audit") && line.includes(word)).length;
}

test("a signed answer that is sent again changes nothing and is recorded once", async () => {
  const { name, paged } = await escalated();
  const [first, second] = [randomUUID(), randomUUID()];
  await pagerDuty.answer(paged.key, "acknowledged", { url: answers(), id: first });
  await messageOf(name, "Acknowledged");
  await pagerDuty.answer(paged.key, "unacknowledged", { url: answers(), id: second, by: null });
  await messageOf(name, "Firing");
  const before = await auditEntries(name);
  const at = new Date().toISOString();
  await Promise.all(
    [1, 2, 3].map(() => pagerDuty.answer(paged.key, "acknowledged", { url: answers(), id: first, at })),
  );
  expect(await auditEntries(name)).toBe(before);
  expect(before).toBe(2);
  await end({ name, paged });
});

test("an answer with another signature or an impossible time is refused, and honest ones after it count", async () => {
  const { name, paged } = await escalated();
  const url = answers();
  const forged = await pagerDuty.answer(paged.key, "resolved", { url, secret: "wrong" });
  const nowhere = await pagerDuty.answer(paged.key, "resolved", { url: `${url}x` });
  expect([forged, nowhere]).toEqual([401, 401]);
  const ahead = new Date(Date.now() + aheadMs + 6 * minuteMs).toISOString();
  for (const at of ["9999-12-31T00:00:00Z", ahead, "2020-01-01T00:00:00Z"])
    expect(await pagerDuty.answer(paged.key, "acknowledged", { url, at })).toBe(400);
  expect(shownText(await messageOf(name))).not.toMatch(/Resolved|Acknowledged/);
  // A person whom Slack doesn't know is named, and their name mentions no one.
  const by = "Noor <!channel> *Haddad*";
  expect(await pagerDuty.answer(paged.key, "acknowledged", { url, by })).toBe(202);
  const message = await messageOf(name, "Acknowledged by Noor");
  const { ada } = environment;
  await ada.command("databases", "/db alerts");
  const list = await ada.waitForMessage("databases", (one) => /open alert[^]*by Noor/.test(shownText(one)));
  expect(`${shownText(message)} ${shownText(list)}`).not.toMatch(/<@>|<!channel/);
  await end({ name, paged });
});

test("a lost answer and a busy server page no one twice", async () => {
  pagerDuty.fail("busy", "lost");
  const { name, paged } = await escalated();
  await inThread(name, "Handed over");
  expect(paged.pages).toBe(1);
  expect(paged.told.length).toBeGreaterThan(1);
});

test("the thread says once that it was refused, and it is tried again", async () => {
  pagerDuty.fail("refused", "refused");
  const { name } = await escalated();
  await inThread(name, "Handed over");
  const { ts } = await messageOf(name);
  const thread = (await environment.ada.messages("databases")).filter(({ threadTs }) => threadTs === ts);
  expect(thread.map(shownText).filter((text) => text.includes("couldn't hand this over"))).toHaveLength(1);
});

test("an alert that someone acknowledged in time is not handed over", async () => {
  const name = `Taken ${(names += 1)}`;
  const known = pagerDuty.incidents.size;
  await sender.fire({ name, at: new Date(Date.now() + aheadMs) });
  await environment.ada.click(await messageOf(name), actionIds.acknowledge);
  await messageOf(name, "Acknowledged");
  const { paged } = await escalated();
  expect(paged.pages).toBe(1);
  expect(pagerDuty.incidents.size).toBe(known + 1);
});

test("a signed webhook gets the same, and answers to the address that it was given", async () => {
  await setUp("webhook", {
    url: `${pagerDuty.url}/pages?token=t0k3n`,
    signingSecret: pagerDuty.signingSecret,
  });
  const { name, paged } = await escalated();
  expect(paged.body).toMatchObject({ data: { hook: "checkout", dedup_key: paged.key } });
  const by = { name: "Noor Haddad", email: "noor@acme.example.com" };
  const url = answers();
  expect(
    await pagerDuty.answerSigned(paged.key, "acknowledged", { url, by, secret: `whsec_${"A".repeat(32)}` }),
  ).toBe(401);
  expect(await pagerDuty.answerSigned(paged.key, "acknowledged", { url, by })).toBe(202);
  await messageOf(name, "Acknowledged");
  expect(await pagerDuty.answerSigned(paged.key, "unacknowledged", { url })).toBe(202);
  await messageOf(name, "Firing");
  expect(await pagerDuty.answerSigned(paged.key, "acknowledged", { url })).toBe(202);
  await messageOf(name, "Acknowledged by the webhook");
  await sender.resolve({ name, at: new Date(Date.now() + aheadMs) });
  await until(async () => paged.status === "resolved");
  expect(paged.told).toEqual(["trigger", "resolve"]);
});

test("an address inside the network is refused in the form, and nothing changes", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db alerts hooks handover checkout webhook");
  await ada.waitForModal((view) => JSON.stringify(view).includes("Hand over"));
  await ada.fill("url", "https://10.1.1.1/pages");
  await ada.fill("signingSecret", pagerDuty.signingSecret);
  await ada.submit();
  await ada.waitForModal((view) => JSON.stringify(view).includes("can't be reached: The address"));
  await ada.close({ cleared: true });
});

test("after the hand-over is ended, nothing leaves any more", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db alerts hooks handover checkout off");
  await ada.waitForMessage("databases", "aren't handed over");
  const before = pagerDuty.bodies.length;
  const name = `Kept ${(names += 1)}`;
  await sender.fire({ name, at: new Date(Date.now() + aheadMs) });
  await messageOf(name);
  passTime();
  await inThread(name, "this isn't acknowledged yet");
  expect(pagerDuty.bodies).toHaveLength(before);
});

test("the hook's owner and its channel hear of a hand-over that is given up after a day", async () => {
  const { ada } = environment;
  await setUp("pagerduty", { routingKey: pagerDuty.routingKey });
  pagerDuty.fail(...Array.from({ length: 40 }, () => "refused" as const));
  const name = `Given up ${(names += 1)}`;
  await sender.fire({ name, at: new Date(Date.now() + aheadMs) });
  await messageOf(name);
  passTime();
  await inThread(name, "couldn't hand this over");
  aheadMs += dayMs;
  environment.passTime(dayMs);
  for (const place of ["direct", "databases"])
    await ada.waitForMessage(place, "I gave up handing an alert of hook checkout over to PagerDuty");
});
