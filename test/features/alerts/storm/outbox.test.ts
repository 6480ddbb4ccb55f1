import { expect, test } from "vitest";
import { queueAction } from "../../../../src/features/alerts/actions/target.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import type { Taking } from "../../../../src/platform/jobs/outbox/outbox.ts";
import { useRedis } from "../../../support/redis.ts";
import { alertFixture } from "../fixture.ts";
import { endIfCalm, usualStormLimits } from "../../../../src/features/alerts/storm/storm.ts";

const redis = useRedis();

/** A fixture with so many ingested groups of an alert. */
async function withGroups(groups: number) {
  const fixture = alertFixture(redis.client);
  await fixture.begin();
  await fixture.accept(...Array.from({ length: groups }, (_, number) => ({ key: `id:${number}` })));
  await fixture.ingest();
  return fixture;
}
type Fixture = Awaited<ReturnType<typeof withGroups>>;

async function incidentOf(fixture: Fixture, key: string) {
  const [incident] = await fixture.incidents.presentOf("T1-checkout", [key]);
  if (!incident) throw new Error(`There is no incident of ${key}.`);
  return incident;
}

async function summaryOf(fixture: Fixture) {
  const summary = await fixture.storms.present("C1");
  if (!summary) throw new Error("There is no storm.");
  return summary;
}

/** Takes from the outbox as a process does, with a claim by that mark. */
function taking({ source, nowMs }: Fixture, mark: string): Taking {
  const atMs = nowMs();
  const claim = { what: "root", channelId: "C1", mark, token: mark, claimedAtMs: atMs } as const;
  const recordsOf = source.recordsOf("T1");
  return { atMs, processId: "another", claim: { ...claim, untilMs: atMs + 12_000 }, recordsOf };
}

test("incidents join a summary in the same write that puts it into the outbox", async () => {
  const fixture = await withGroups(11);
  const incident = await incidentOf(fixture, "id:1");
  const summary = { id: "storm-summary:1", channelId: "C1", startedAtMs: 1, lastNewAtMs: 1 };
  const end = { itemId: "storm-timer:storm-summary:1", atMs: 9 };
  expect(await fixture.storms.absorb(summary, [incident], { dueMs: 5, end })).toBe(1);
  const outbox = keys.outbox("T1", "C1");
  expect(await redis.client.zmscore(outbox, "storm-summary:1", end.itemId, incident.id)).toEqual([
    "5",
    "9",
    null,
  ]);
  expect(await fixture.storms.present("C1")).toEqual(summary);
});

test("an incident with a claimed post joins no summary, because its message may exist", async () => {
  const fixture = await withGroups(1);
  const { id } = await incidentOf(fixture, "id:0");
  const mark = `outbox:${id}:1:root`;
  await fixture.outboxes.outbox("C1").take(taking(fixture, mark));
  fixture.posts.push({ channelId: "C1", text: "fires", ts: "1.0", mark, atMs: fixture.nowMs() });
  await fixture.accept(...Array.from({ length: 20 }, (_, number) => ({ key: `id:late ${number}` })));
  await fixture.ingest();
  await fixture.runOutbox("C1");
  const members = await fixture.storms.members((await summaryOf(fixture)).id);
  expect(members).toHaveLength(20);
  expect(members.map(({ incidentId }) => incidentId)).not.toContain(id);
  // The outbox found the message and updated it.
  expect(fixture.posts[0]?.text).toContain("Checkout errors");
});

test("a moved incident joins no summary in the outbox that it left", async () => {
  const fixture = await withGroups(20);
  const moved = await incidentOf(fixture, "id:7");
  await queueAction(fixture.context, moved, {
    kind: "action",
    verb: "move",
    incidentId: moved.id,
    atMs: fixture.nowMs(),
    toChannelId: "C2",
    reason: "archived",
  });
  await fixture.ingest();
  await fixture.runOutbox("C1");
  const members = await fixture.storms.members((await summaryOf(fixture)).id);
  expect(members).toHaveLength(19);
  expect(members.map(({ incidentId }) => incidentId)).not.toContain(moved.id);
});

test("an incident in a summary gets no message of its own when it changes", async () => {
  const fixture = await withGroups(20);
  await fixture.runOutbox("C1");
  await fixture.accept({ key: "id:3", state: "resolved" });
  await fixture.ingest();
  expect(await fixture.outboxes.outbox("C1").take(taking(fixture, "mark"))).not.toHaveProperty("taken");
  await fixture.runOutbox("C1");
  expect(fixture.posts).toHaveLength(1);
  const members = await fixture.storms.members((await summaryOf(fixture)).id);
  expect(members.filter(({ state }) => state === "resolved")).toHaveLength(1);
});

test("an incident with an expired summary gets a message of its own and does not block the outbox", async () => {
  const fixture = await withGroups(20);
  await fixture.runOutbox("C1");
  const { id } = await summaryOf(fixture);
  await redis.client.del(keys.stormSummary("T1", id), keys.storm("T1", "C1"));
  await fixture.accept({ key: "id:3", severity: "error" });
  await fixture.ingest();
  await fixture.runOutbox("C1");
  const own = fixture.posts.filter(({ text }) => text.startsWith("Firing"));
  expect(own.length).toBeGreaterThan(0);
});

test("an interrupted end of a storm is completed by the next process", async () => {
  const fixture = await withGroups(11);
  await fixture.runOutbox("C1");
  const summary = await summaryOf(fixture);
  await fixture.accept({ key: "id:3", state: "resolved" });
  await fixture.ingest();
  await fixture.runOutbox("C1");
  fixture.pass(60_000);
  await fixture.storms.save({ ...summary, endedAtMs: fixture.nowMs() });
  await endIfCalm(fixture.context, summary.id, usualStormLimits);
  expect(await fixture.storms.members(summary.id)).toHaveLength(1);
  expect(await redis.client.zscore(keys.outbox("T1", "C1"), summary.id)).not.toBeNull();
});

test("a check for the end of a storm that comes too early is repeated", async () => {
  const fixture = await withGroups(20);
  await fixture.runOutbox("C1");
  const { id, lastNewAtMs } = await summaryOf(fixture);
  await redis.client.zrem(keys.outbox("T1", "C1"), `storm-timer:${id}`);
  await endIfCalm(fixture.context, id, usualStormLimits);
  const score = await redis.client.zscore(keys.outbox("T1", "C1"), `storm-timer:${id}`);
  expect(score).toBe(`${lastNewAtMs + usualStormLimits.calmMs}`);
});
