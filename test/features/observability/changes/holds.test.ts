import { expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { changeHolds } from "../../../../src/features/observability/changes/progress.ts";

const redis = useRedis();
const alert = { noun: "alert", id: "a1" } as const;
const changeIds = Array.from({ length: 20 }, (_, index) => `c${index}`);

test("of many concurrent changes one takes the hold of a resource, and keeps it until its release", async () => {
  const holds = changeHolds(redis.client, "T1");
  const taken = await Promise.all(changeIds.map((changeId) => holds.take(alert, changeId, 60_000)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  const holder = changeIds[taken.indexOf(true)] ?? "";
  await holds.release(alert, "another");
  expect(await holds.take(alert, "another", 60_000)).toBe(false);
  await holds.release(alert, holder);
  expect(await holds.take(alert, "another", 60_000)).toBe(true);
});

test("a change extends its own hold", async () => {
  const holds = changeHolds(redis.client, "T1");
  await holds.take(alert, "c1", 1_000);
  expect(await holds.take(alert, "c1", 60_000)).toBe(true);
  const leftMs = await redis.client.pttl("qm:{T1}:change-hold:alert:a1");
  expect(leftMs).toBeGreaterThan(50_000);
  expect(leftMs).toBeLessThanOrEqual(60_000);
});

test("a dashboard and an alert with the same id have separate holds, as have workspaces", async () => {
  const holds = changeHolds(redis.client, "T1");
  await holds.take(alert, "c1", 60_000);
  expect(await holds.take({ noun: "dashboard", id: "a1" }, "c2", 60_000)).toBe(true);
  expect(await changeHolds(redis.client, "T2").take(alert, "c2", 60_000)).toBe(true);
});
