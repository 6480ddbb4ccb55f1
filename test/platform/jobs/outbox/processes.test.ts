import { expect, test } from "vitest";
import type { Taking } from "../../../../src/platform/jobs/outbox/outbox.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { createStore } from "../../../../src/app/store.ts";
import { unshown } from "../../../../src/platform/jobs/outbox/shown.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const nowMs = Date.now();

const outboxes = () => createStore(redis.client).workspace("T1").outboxes;

async function mark(channelId: string, itemId: string, score = nowMs): Promise<void> {
  await redis.client
    .multi()
    .zadd(keys.outbox("T1", channelId), score, itemId)
    .sadd(keys.outboxes("T1"), channelId)
    .exec();
}

function takingOf(processId: string, atMs = nowMs): Taking {
  const claim = { what: "root", channelId: "C1", mark: "m {item}", token: "t", claimedAtMs: atMs } as const;
  const recordsOf = { prefix: "none:", ownerPattern: "none", owners: "none" };
  return { atMs, processId, claim: { ...claim, untilMs: atMs + 12_000 }, recordsOf };
}

test("an outbox is with one living process at a time", async () => {
  const { outbox, attend } = outboxes();
  await mark("C1", "a");
  await mark("C1", "b", nowMs + 1);
  await attend("first");
  expect(await outbox("C1").take(takingOf("first"))).toMatchObject({ taken: { itemId: "a" } });
  expect(await outbox("C1").take(takingOf("second", nowMs + 2))).toMatchObject({ isElsewhere: true });
  expect(await outbox("C1").take(takingOf("first", nowMs + 2))).toMatchObject({ taken: { itemId: "b" } });
});

test("another process takes over the outbox of one that ended or fell silent", async () => {
  const { outbox, attend, leave } = outboxes();
  await mark("C1", "a");
  await mark("C1", "b", nowMs + 1);
  await attend("first");
  await outbox("C1").take(takingOf("first"));
  await leave("first");
  expect(await outbox("C1").take(takingOf("second", nowMs + 2))).toMatchObject({ taken: { itemId: "b" } });
  await redis.client.zadd(keys.outboxProcesses("T1"), Date.now() - 1, "second");
  await mark("C1", "c", nowMs + 2);
  expect(await outbox("C1").take(takingOf("third", nowMs + 3))).toMatchObject({ taken: { itemId: "c" } });
});

test("a process leaves an outbox that is empty or has to wait", async () => {
  const { outbox, attend } = outboxes();
  await attend("first");
  await mark("C1", "a", nowMs + 60_000);
  expect(await outbox("C1").take(takingOf("first"))).toMatchObject({ view: { dueMs: nowMs + 60_000 } });
  await mark("C1", "b");
  const { taken } = await outbox("C1").take(takingOf("second"));
  expect(taken).toMatchObject({ itemId: "b" });
});

test("a saved outcome and the next item are one step", async () => {
  const { outbox } = outboxes();
  await mark("C1", "a");
  await mark("C1", "b", nowMs + 1);
  const { taken } = await outbox("C1").take(takingOf("first"));
  if (!taken) throw new Error("Nothing was taken.");
  const outcome = { atMs: nowMs, shown: unshown, events: "merged", trace: [] } as const;
  const next = await outbox("C1").resolve(taken, outcome, takingOf("first", nowMs + 2));
  expect(next).toMatchObject({ taken: { itemId: "b", isClaimed: true } });
  expect(await redis.client.zscore(keys.outbox("T1", "C1"), "a")).toBeNull();
});

test("a broken record stops neither the other outboxes of the moment nor later ones", async () => {
  const { outbox } = outboxes();
  await mark("C1", "broken");
  await mark("C2", "a");
  await redis.client.set(keys.shown("T1", "broken"), "{");
  const [first, second] = await Promise.allSettled(
    ["C1", "C2"].map((channelId) => outbox(channelId).take(takingOf("first"))),
  );
  expect(first).toMatchObject({ status: "rejected", reason: { kind: "bug" } });
  expect(second).toMatchObject({ status: "fulfilled", value: { taken: { itemId: "a" } } });
});

test("what Redis refuses fails as its own trouble", async () => {
  const { outbox } = outboxes();
  await mark("C1", "a");
  await redis.client.set(keys.outboxState("T1", "C1"), "not a hash");
  await expect(outbox("C1").take(takingOf("first"))).rejects.toMatchObject({ kind: "upstream" });
});

test("unattended outboxes are those with something due that no living process has", async () => {
  const { outbox, attend, unattended } = outboxes();
  for (const channelId of ["C1", "C2", "C3", "C4", "C5"]) await mark(channelId, "a");
  await mark("C6", "a", nowMs + 60_000);
  await redis.client.hset(keys.outboxState("T1", "C5"), "notBefore", String(nowMs + 60_000));
  await attend("living");
  for (const channelId of ["C1", "C2"]) {
    await outbox(channelId).take(takingOf(channelId === "C1" ? "living" : "dead"));
    await mark(channelId, "b");
  }
  expect((await unattended(nowMs + 2)).toSorted()).toEqual(["C2", "C3", "C4"]);
});

test("what a wrong clock wrote too far ahead holds back no item: pauses, due times and claims", async () => {
  const { outbox, attend, unattended } = outboxes();
  const farMs = nowMs + 2 * 3_600_000;
  await mark("C1", "a", farMs);
  await redis.client.hset(keys.outboxState("T1", "C1"), "notBefore", farMs);
  const claim = { ...takingOf("wrong", farMs).claim, channelId: "C1", mark: "m a" };
  await redis.client.set(keys.shown("T1", "a"), JSON.stringify({ ...unshown, claim }));
  expect(await unattended(nowMs)).toEqual(["C1"]);
  await attend("first");
  expect(await outbox("C1").take(takingOf("first"))).toMatchObject({ taken: { itemId: "a" } });
});

test("a pause as long as Slack may ask for holds", async () => {
  const { outbox, unattended } = outboxes();
  await mark("C1", "a");
  await redis.client.hset(keys.outboxState("T1", "C1"), "notBefore", nowMs + 5 * 60_000);
  expect(await unattended(nowMs)).toEqual([]);
  const { view, taken } = await outbox("C1").take(takingOf("first"));
  expect([view.notBeforeMs, taken]).toEqual([nowMs + 5 * 60_000, undefined]);
});
