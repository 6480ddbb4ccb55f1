import { expect, test } from "vitest";
import { hooks } from "../../../../src/features/alerts/hooks/hooks.ts";
import { inbox } from "../../../../src/features/alerts/receive/inbox.ts";
import { incidents } from "../../../../src/features/alerts/incident/incidents.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { hookRecord, incidentRecord, received } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const hookId = "T1-checkout";
const times = { receivedAtMs: 1_000, acceptedAtMs: 1_001 };

function inboxFixture(limits?: { entries: number; largeEntries: number }) {
  return { inbox: inbox(redis.client, "T1", limits), incidents: incidents(redis.client, "T1") };
}

function commitOf(waiting: Awaited<ReturnType<ReturnType<typeof inbox>["waiting"]>>) {
  return { hookId, waiting, incidents: [], gone: [], log: [], counts: {} };
}

test("accepted events wait in their order, and their inbox is listed as full", async () => {
  const { inbox } = inboxFixture();
  const answer = await inbox.accept(hookId, [received({ title: "one" }), received({ title: "two" })], times);
  await inbox.addAction(hookId, { kind: "action", verb: "resolve", incidentId: "i", atMs: 5, userId: "U1" });
  const { entries } = await inbox.waiting(hookId, 10);
  expect(answer).toEqual({ accepted: 2, duplicates: 0, coalesced: 0 });
  expect(entries.map((entry) => (entry.kind === "event" ? entry.event.title : entry.verb))).toEqual([
    "one",
    "two",
    "resolve",
  ]);
  expect(await inbox.full()).toEqual([hookId]);
});

test("a duplicate delivery changes nothing", async () => {
  const { inbox } = inboxFixture();
  await inbox.accept(hookId, [received({}, "same")], times);
  expect(await inbox.accept(hookId, [received({}, "same"), received({}, "other")], times)).toEqual({
    accepted: 1,
    duplicates: 1,
    coalesced: 0,
  });
  expect((await inbox.waiting(hookId, 10)).entries).toHaveLength(2);
  expect(await redis.client.hget(keys.alertCounts("T1"), "accepted")).toBe("2");
});

test("concurrent deliveries have their own answers, and one to a changed hook does not stop the others", async () => {
  const { inbox } = inboxFixture({ entries: 3, largeEntries: 3 });
  const kept = hooks(redis.client, "T1", []);
  await kept.add(hookRecord());
  const { version = "" } = (await kept.findVersion(hookRecord().id)) ?? {};
  const id = hookRecord().id;
  const answers = await Promise.all([
    inbox.accept(id, [received({}, "one"), received({}, "two")], times, version),
    inbox.accept(id, [received({}, "three")], times, "another"),
    inbox.accept("T1-other", [received({}, "one")], times),
    inbox.accept(id, [received({}, "two"), received({}, "three"), received({}, "four")], times, version),
  ]);
  expect(answers).toEqual([
    { accepted: 2, duplicates: 0, coalesced: 0 },
    { accepted: 0, duplicates: 0, coalesced: 0, isStale: true },
    { accepted: 1, duplicates: 0, coalesced: 0 },
    { accepted: 2, duplicates: 1, coalesced: 1 },
  ]);
  expect((await inbox.full()).toSorted()).toEqual([id, "T1-other"].toSorted());
  expect(await redis.client.hget(keys.alertCounts("T1"), "accepted")).toBe("5");
});

test("events of a paused hook count as accepted and as suppressed", async () => {
  const { inbox } = inboxFixture();
  await inbox.countPaused(2);
  await inbox.countPaused(1);
  const counts = await redis.client.hgetall(keys.alertCounts("T1"));
  expect(counts).toEqual({ accepted: "3", "suppressed:paused": "3" });
});

test("above the flood limit, the latest event of each incident by its own time is kept and counts for all", async () => {
  const { inbox } = inboxFixture({ entries: 1, largeEntries: 1 });
  const flood = [
    received({ key: "a", title: "first" }),
    received({ key: "b", title: "b late", atMs: 30 }),
    received({ key: "b", title: "b early", atMs: 10 }),
    received({ key: "b", title: "b latest", atMs: 40 }),
    received({ key: "c", title: "c" }),
  ];
  expect(await inbox.accept(hookId, flood, times)).toEqual({ accepted: 5, duplicates: 0, coalesced: 4 });
  const { entries } = await inbox.waiting(hookId, 10);
  const found = entries.map((entry) => (entry.kind === "event" ? [entry.event.title, entry.times] : []));
  expect(Object.fromEntries(found)).toEqual({ "b latest": 3, c: 1, first: 1 });
});

test("a flood keeps two thousand characters of a body", async () => {
  const { inbox } = inboxFixture({ entries: 0, largeEntries: 0 });
  await inbox.accept(hookId, [received({ body: "x".repeat(5_000) })], times);
  const [entry] = (await inbox.waiting(hookId, 10)).entries;
  expect(entry?.kind === "event" && entry.event.body.length).toBe(2_000);
});

test("a part of an inbox is ingested once by concurrent commits", async () => {
  const { inbox, incidents } = inboxFixture();
  await inbox.accept(hookId, [received({ title: "one" }), received({ title: "two" })], times);
  const waiting = await inbox.waiting(hookId, 1);
  const counts = { merged: 1 };
  expect(await incidents.commit({ ...commitOf(waiting), counts })).toBe(true);
  expect(await incidents.commit({ ...commitOf(waiting), counts })).toBe(false);
  const left = await inbox.waiting(hookId, 10);
  expect(left.entries).toHaveLength(1);
  expect(await redis.client.hget(keys.alertCounts("T1"), "merged")).toBe("1");
  await incidents.commit(commitOf(left));
  expect(await inbox.full()).toEqual([]);
});

test("events that join a flood during an ingestion stay", async () => {
  const { inbox, incidents } = inboxFixture({ entries: 0, largeEntries: 0 });
  await inbox.accept(hookId, [received({ key: "a", atMs: 1 }), received({ key: "b" })], times);
  const waiting = await inbox.waiting(hookId, 10);
  await inbox.accept(hookId, [received({ key: "a", title: "later", atMs: 2 })], times);
  expect(await incidents.commit(commitOf(waiting))).toBe(true);
  const { entries } = await inbox.waiting(hookId, 10);
  expect(entries.map((entry) => (entry.kind === "event" ? [entry.event.title, entry.times] : []))).toEqual([
    ["later", 1],
  ]);
});

test("a stored incident is found by its key, outbox, timer and trace", async () => {
  const { inbox, incidents } = inboxFixture();
  const incident = incidentRecord();
  const waiting = await inbox.waiting(hookId, 10);
  const step = { step: "action", atMs: 3, verb: "tick" } as const;
  const mark = { score: 9, events: 2 };
  const ingested = { incident, isNew: true, mark, timerMs: 70, trace: [step] };
  await incidents.commit({ ...commitOf(waiting), incidents: [ingested] });
  expect(await incidents.find(incident.id)).toEqual(incident);
  expect(await incidents.presentOf(hookId, ["unknown", incident.key])).toEqual([undefined, incident]);
  expect(await incidents.open(hookId)).toEqual([incident.id]);
  expect(await incidents.due(hookId, 69, 10)).toEqual([]);
  expect(await incidents.due(hookId, 70, 10)).toEqual([incident.id]);
  expect(await incidents.trace(incident.id)).toEqual([step]);
  expect(await redis.client.zscore(keys.outbox("T1", "C1"), incident.id)).toBe("9");
  expect(await redis.client.hgetall(keys.outboxEvents("T1", "C1"))).toEqual({ [incident.id]: "2" });
  expect(await redis.client.smembers(keys.outboxNew("T1", "C1"))).toEqual([incident.id]);
});
