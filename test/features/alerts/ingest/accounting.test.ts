import { expect, test } from "vitest";
import { inbox } from "../../../../src/features/alerts/receive/inbox.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { createStore } from "../../../../src/app/store.ts";
import { received } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { event } from "../incident/alert-events.ts";
import { accountant, differenceOf } from "../../../../src/features/alerts/ingest/account.ts";

const redis = useRedis();
const hookId = "T1-hook";
const times = { receivedAtMs: 1_000, acceptedAtMs: 1_001 };

async function accept(dedupeId: string, limit = 100): Promise<void> {
  const own = inbox(redis.client, "T1", { entries: limit, largeEntries: limit });
  await redis.client.sadd(keys.alertingWorkspaces, "T1");
  await own.accept(hookId, [{ event: event(0).event, dedupeId, dedupeSeconds: 30 }], times);
}

function account() {
  return createStore(redis.client).workspace("T1").alertAccount();
}

/** The accounting with its metrics and its log. */
function rounds() {
  const shown = { waiting: 0, difference: 0, bodyBytes: 0, logged: [] as unknown[] };
  const round = accountant({
    store: createStore(redis.client),
    metrics: {
      eventsWaiting: (count) => (shown.waiting = count),
      accountingDifference: (count) => (shown.difference = count),
      alertBodyBytes: (count) => (shown.bodyBytes = count),
    },
    log: { warn: (facts: unknown) => void shown.logged.push(facts) },
  });
  return { shown, round };
}

test("events in inboxes, floods and outboxes count as waiting; actions do not", async () => {
  await accept("one");
  await accept("two", 1);
  await accept("three", 1);
  await createStore(redis.client)
    .workspace("T1")
    .inbox.addAction(hookId, { kind: "action", verb: "resolve", incidentId: "i1", atMs: 1, userId: "U1" });
  expect(await account()).toMatchObject({ accepted: 3, waiting: 3 });

  await redis.client.del(keys.inbox("T1", hookId));
  await redis.client.sadd(keys.outboxes("T1"), "C1");
  await redis.client.hset(keys.outboxEvents("T1", "C1"), "i1", 1);
  expect(await account()).toMatchObject({ accepted: 3, waiting: 3 });
});

test("every end of an event counts, with any reason of suppression", async () => {
  const counts = {
    accepted: 21,
    posted: 1,
    merged: 2,
    "suppressed:muted": 3,
    "suppressed:snoozed": 4,
    dead: 5,
  };
  await redis.client.hset(keys.alertCounts("T1"), counts);
  const present = await account();
  expect(present?.suppressed).toEqual({ muted: 3, snoozed: 4 });
  expect(present && differenceOf(present)).toBe(6);
});

test("a too full inbox gives no account", async () => {
  await redis.client.sadd(keys.fullInboxes("T1"), hookId);
  await redis.client.rpush(keys.inbox("T1", hookId), ...Array.from({ length: 501 }, () => "{}"));
  expect(await account()).toBeUndefined();
});

test("an account without a difference is not logged", async () => {
  await accept("one");
  const { shown, round } = rounds();
  for (let count = 0; count < 3; count++) await round();
  expect(shown).toEqual({ waiting: 1, difference: 0, bodyBytes: 0, logged: [] });
});

test("a difference shows in the metric at once, and in the log once it stays", async () => {
  await accept("one");
  await redis.client.del(keys.inbox("T1", hookId));
  const { shown, round } = rounds();
  await round();
  expect(shown).toEqual({ waiting: 0, difference: 1, bodyBytes: 0, logged: [] });
  for (let count = 0; count < 3; count++) await round();
  expect(shown.logged).toEqual([expect.objectContaining({ workspaceId: "T1", accepted: 1, difference: 1 })]);
});

test("a changing difference is logged only once it stays the same", async () => {
  await accept("one");
  await redis.client.del(keys.inbox("T1", hookId));
  const { shown, round } = rounds();
  await round();
  await redis.client.hincrby(keys.alertCounts("T1"), "posted", 1);
  for (let count = 0; count < 3; count++) await round();
  expect(shown).toMatchObject({ difference: 0, logged: [] });
});

test("the metric of body bytes covers all workspaces", async () => {
  const { shown, round } = rounds();
  for (const workspaceId of ["T1", "T2"]) {
    await redis.client.sadd(keys.alertingWorkspaces, workspaceId);
    const long = received({ body: "a long line\n".repeat(2_000) });
    await inbox(redis.client, workspaceId).accept(`${workspaceId}-a`, [long], times);
  }
  await round();
  const bodies = (await redis.client.keys("*")).filter((key) => key.includes(":alert-body:"));
  const lengths = await Promise.all(bodies.map((key) => redis.client.strlen(key)));
  expect(bodies).toHaveLength(2);
  expect(shown.bodyBytes).toBe(lengths.reduce((sum, length) => sum + length, 0));
});
