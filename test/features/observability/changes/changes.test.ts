import { beforeEach, expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import {
  type ChangeLog,
  type ChangeProgress,
  changeLog,
} from "../../../../src/features/observability/changes/progress.ts";

const redis = useRedis();
const thirtyDaysInSeconds = 30 * 24 * 3600;
const trying: ChangeProgress = { status: "trying", since: "2026-11-20T10:00:00.000Z", mayBeDone: false };
const sending: ChangeProgress = { status: "sending", sentAt: "2026-11-20T10:00:00.000Z", before: [] };
let changes: ChangeLog;

beforeEach(() => {
  changes = changeLog(redis.client, "T1");
});

test("of many that begin a change at once, one does", async () => {
  const begun = await Promise.all(
    Array.from({ length: 20 }, () => changes.saveUnlessChanged("c1", undefined, sending)),
  );
  expect(begun.filter(Boolean)).toHaveLength(1);
  expect(await changes.find("c1")).toEqual(sending);
});

test("what rests on a record that was read is not kept once anything in it has changed", async () => {
  await changes.saveUnlessChanged("c1", undefined, trying);
  const written = { ...trying, mayBeDone: true };
  expect(await changes.saveUnlessChanged("c1", trying, written)).toBe(true);
  expect(await changes.saveUnlessChanged("c1", trying, sending)).toBe(false);
  expect(await changes.saveUnlessChanged("c1", undefined, sending)).toBe(false);
  expect(await changes.saveUnlessChanged("c2", trying, sending)).toBe(false);
  expect(await changes.find("c1")).toEqual(written);
  expect(await changes.find("c2")).toBeUndefined();
});

test("a field that is undefined is as one that is not there", async () => {
  const unlisted: ChangeProgress = { ...sending, before: undefined };
  await changes.saveUnlessChanged("c1", undefined, unlisted);
  expect(await changes.saveUnlessChanged("c1", unlisted, trying)).toBe(true);
  expect(await changes.find("c1")).toEqual(trying);
});

test("how far a change came is kept for 30 days, and what was submitted as well", async () => {
  await changes.remember("c1", { own: null });
  await changes.saveUnlessChanged("c1", undefined, trying);
  for (const key of ["qm:{T1}:change:c1", "qm:{T1}:submitted-change:c1"]) {
    const ttl = await redis.client.ttl(key);
    expect(ttl).toBeGreaterThan(thirtyDaysInSeconds - 60);
    expect(ttl).toBeLessThanOrEqual(thirtyDaysInSeconds);
  }
  expect(await changes.submitted("c1")).toEqual({ own: null });
  expect(await changes.submitted("c2")).toBeUndefined();
});

test("a record that cannot be read is said so and not guessed", async () => {
  await redis.client.set("qm:{T1}:change:c1", '{"status":"of a later version"}');
  await expect(changes.find("c1")).rejects.toThrow("What is stored as qm:{T1}:change:c1 cannot be read.");
});
