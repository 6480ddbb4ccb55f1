import { expect, test } from "vitest";
import { incidents } from "../../../../src/features/alerts/incident/incidents.ts";
import type { Incident } from "../../../../src/features/alerts/incident/record.ts";
import { storms } from "../../../../src/features/alerts/storm/storms.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import * as texts from "../../../../src/features/alerts/storm/texts.ts";
import { hooks } from "../../../../src/features/alerts/hooks/hooks.ts";
import { alertEvent, incidentRecord } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import {
  endIfCalm,
  stormEndItem,
  usualStormLimits,
  manageStorm,
  wantedSummary,
} from "../../../../src/features/alerts/storm/storm.ts";

const redis = useRedis();
const hookId = "T1-checkout";
const start = Date.parse("2026-11-20T10:00:00.000Z");

function stormFixture() {
  let nowMs = start;
  let ids = 0;
  const context = {
    storms: storms(redis.client, "T1"),
    incidents: incidents(redis.client, "T1"),
    hooks: hooks(redis.client, "T1", []),
    newId: () => `${(ids += 1)}`,
    now: () => new Date(nowMs),
  };
  return { ...context, context, pass: (ms: number) => (nowMs += ms) };
}
type Fixture = ReturnType<typeof stormFixture>;

/** Puts incidents into the outbox as the ingestion does. */
async function marked(fixture: Fixture, ...all: Incident[]): Promise<void> {
  await fixture.incidents.commit({
    hookId,
    waiting: { cursor: (await redis.client.get(keys.inboxCursor("T1", hookId))) ?? "0", taken: 0, flood: [] },
    incidents: all.map((incident, index) => ({
      incident,
      isNew: incident.revision === 1,
      mark: { score: start + index / 1_000, events: 1 },
      timerMs: undefined,
      trace: [],
    })),
    gone: [],
    log: [],
    counts: {},
  });
}

function groupOf(number: number, facts: Partial<Incident> = {}): Incident {
  const latest = alertEvent({ key: `id:${number}`, group: `Host:web-${number}` });
  return incidentRecord({ id: `incident-${number}`, key: `id:${number}`, latest, ...facts });
}

function groups(count: number, facts: Partial<Incident> = {}): Incident[] {
  return Array.from({ length: count }, (_, number) => groupOf(number, facts));
}

async function traffic(): Promise<{ newWaiting: number; newPostedLastMinute: number }> {
  return { newWaiting: await redis.client.scard(keys.outboxNew("T1", "C1")), newPostedLastMinute: 0 };
}

async function runStorm(fixture: Fixture): Promise<void> {
  while (await manageStorm(fixture.context, "C1", await traffic(), usualStormLimits));
}

async function inOutbox(): Promise<string[]> {
  return (await redis.client.zrange(keys.outbox("T1", "C1"), "0", "-1")).toSorted();
}

async function summaryText(fixture: Fixture): Promise<string> {
  const wanted = await wantedSummary(fixture.context, "storm-summary:1", usualStormLimits);
  return JSON.stringify(wanted?.root);
}

test("ten new incidents waiting are not a storm", async () => {
  const fixture = stormFixture();
  await marked(fixture, ...groups(10));
  await runStorm(fixture);
  expect(await inOutbox()).toHaveLength(10);
});

test("more than ten go into one summary, with their events", async () => {
  const fixture = stormFixture();
  await marked(fixture, ...groups(900));
  await runStorm(fixture);
  expect(await inOutbox()).toEqual(["storm-summary:1", stormEndItem("storm-summary:1")]);
  expect(await redis.client.hgetall(keys.outboxEvents("T1", "C1"))).toEqual({ "storm-summary:1": "900" });
  expect(await fixture.storms.members("storm-summary:1")).toHaveLength(900);
  expect(await traffic()).toMatchObject({ newWaiting: 0 });
});

test("the twenty-first first message within a minute is a storm too", async () => {
  const fixture = stormFixture();
  await marked(fixture, groupOf(1));
  await manageStorm(fixture.context, "C1", { newWaiting: 1, newPostedLastMinute: 19 }, usualStormLimits);
  expect(await inOutbox()).toEqual(["incident-1"]);
  await manageStorm(fixture.context, "C1", { newWaiting: 1, newPostedLastMinute: 20 }, usualStormLimits);
  expect(await inOutbox()).toEqual(["storm-summary:1", stormEndItem("storm-summary:1")]);
});

test("critical incidents keep messages of their own in a storm", async () => {
  const fixture = stormFixture();
  await marked(fixture, ...groups(20), groupOf(99, { severity: "critical" }));
  await runStorm(fixture);
  expect(await inOutbox()).toEqual(["incident-99", "storm-summary:1", stormEndItem("storm-summary:1")]);
});

test("new incidents in a storm join its summary, and their changes update it", async () => {
  const fixture = stormFixture();
  await marked(fixture, ...groups(12));
  await runStorm(fixture);
  await marked(fixture, groupOf(50));
  await runStorm(fixture);
  await marked(fixture, groupOf(3, { revision: 2, state: "resolved" }));
  await runStorm(fixture);
  const members = await fixture.storms.members("storm-summary:1");
  expect(members).toHaveLength(13);
  expect(members.filter(({ state }) => state === "resolved").map(({ incidentId }) => incidentId)).toEqual([
    "incident-3",
  ]);
  expect(await inOutbox()).toEqual(["storm-summary:1", stormEndItem("storm-summary:1")]);
});

test("a flood does not delay a due summary", async () => {
  const fixture = stormFixture();
  await marked(fixture, ...groups(11));
  await runStorm(fixture);
  // As after its post.
  await redis.client.zrem(keys.outbox("T1", "C1"), "storm-summary:1");
  for (let number = 11; number < 14; number += 1) {
    await marked(fixture, groupOf(number));
    expect(await manageStorm(fixture.context, "C1", await traffic(), usualStormLimits)).toBe(true);
    fixture.pass(900);
  }
  await marked(fixture, groupOf(14));
  expect(await manageStorm(fixture.context, "C1", await traffic(), usualStormLimits)).toBe(false);
  expect(await redis.client.zrange(keys.outbox("T1", "C1"), "0", "0")).toEqual(["storm-summary:1"]);
});

test("an incident that has changed since it was read stays in the outbox", async () => {
  const fixture = stormFixture();
  await marked(fixture, ...groups(12));
  const summary = { id: "storm-summary:9", channelId: "C1", startedAtMs: start, lastNewAtMs: start };
  await fixture.storms.save(summary);
  await fixture.storms.absorb(summary, [groupOf(1, { revision: 7 }), groupOf(2)], { dueMs: start });
  expect((await fixture.storms.members("storm-summary:9")).map(({ incidentId }) => incidentId)).toEqual([
    "incident-2",
  ]);
  expect(await inOutbox()).toContain("incident-1");
});

test("a storm ends after a calm minute, and a few open incidents get messages of their own", async () => {
  const fixture = stormFixture();
  await marked(fixture, ...groups(12));
  await runStorm(fixture);
  const over = groups(9).map((incident) => ({ ...incident, revision: 2, state: "resolved" as const }));
  await marked(fixture, ...over);
  await runStorm(fixture);
  fixture.pass(59_000);
  await endIfCalm(fixture.context, "storm-summary:1", usualStormLimits);
  expect(await fixture.storms.present("C1")).toBeDefined();
  fixture.pass(1_000);
  await endIfCalm(fixture.context, "storm-summary:1", usualStormLimits);
  expect(await fixture.storms.present("C1")).toBeUndefined();
  expect(await inOutbox()).toEqual([
    "incident-10",
    "incident-11",
    "incident-9",
    "storm-summary:1",
    stormEndItem("storm-summary:1"),
  ]);
  expect(await fixture.storms.members("storm-summary:1")).toHaveLength(9);
});

test("many open incidents after a storm stay in its summary until few are left", async () => {
  const fixture = stormFixture();
  await marked(fixture, ...groups(30));
  await runStorm(fixture);
  fixture.pass(60_000);
  await endIfCalm(fixture.context, "storm-summary:1", usualStormLimits);
  expect(await fixture.storms.members("storm-summary:1")).toHaveLength(30);
  const over = groups(25).map((incident) => ({ ...incident, revision: 2, state: "resolved" as const }));
  await marked(fixture, ...over);
  await runStorm(fixture);
  await summaryText(fixture);
  expect((await inOutbox()).filter((id) => id.startsWith("incident-"))).toHaveLength(5);
});

test("a summary shows the worst first with identical alerts together", async () => {
  const fixture = stormFixture();
  const worst = groupOf(77, { severity: "error", times: 9 });
  await marked(fixture, ...groups(40), worst);
  await runStorm(fixture);
  const text = await summaryText(fixture);
  expect(text).toContain("Firing, error: *Checkout errors*");
  // Groups with one incident each are left out.
  expect(text).not.toContain(texts.byGroup);
  expect(text.indexOf("Host:web-77")).toBeLessThan(text.indexOf("40 hosts: web-0 … 39"));
});
