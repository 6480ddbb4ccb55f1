import { beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type RequestLog, requestLog } from "../../../../src/platform/jobs/request-log/log.ts";
import { useRedis } from "../../../support/redis.ts";

const Progress = z.object({
  status: z.enum(["waiting", "sending", "failed"]),
  claim: z.string().optional(),
  count: z.int().optional(),
});
type Progress = z.infer<typeof Progress>;

const redis = useRedis();
const waiting: Progress = { status: "waiting" };
const sending: Progress = { status: "sending", claim: "c1" };
const failed: Progress = { status: "failed" };
let requests: RequestLog<Progress>;

beforeEach(() => {
  requests = logWhere(true);
});

/** A log in a Redis that confirms its writes, or does not. */
function logWhere(isConfirming: boolean): RequestLog<Progress> {
  return requestLog({
    redis: redis.client,
    durable: { isKept: async () => isConfirming },
    schema: Progress,
    progressKey: (id) => `progress:${id}`,
    submissionKey: (id) => `submission:${id}`,
    ttlSeconds: 1_000,
  });
}

test("of many that begin a request at once, one succeeds", async () => {
  const begun = await Promise.all(
    Array.from({ length: 20 }, () => requests.saveUnlessChanged("r1", undefined, sending)),
  );
  expect(begun.filter(Boolean)).toHaveLength(1);
  expect(await requests.find("r1")).toEqual(sending);
});

test("a record that has changed since it was read is not overwritten", async () => {
  await requests.saveUnlessChanged("r1", undefined, waiting);
  expect(await requests.saveUnlessChanged("r1", waiting, sending)).toBe(true);
  expect(await requests.saveUnlessChanged("r1", waiting, failed)).toBe(false);
  expect(await requests.saveUnlessChanged("r1", undefined, failed)).toBe(false);
  expect(await requests.saveUnlessChanged("r2", waiting, failed)).toBe(false);
  expect(await requests.find("r1")).toEqual(sending);
  expect(await requests.find("r2")).toBeUndefined();
});

test("a field that is undefined equals one that is absent", async () => {
  const unclaimed = { ...waiting, claim: undefined };
  await requests.saveUnlessChanged("r1", undefined, unclaimed);
  expect(await requests.saveUnlessChanged("r1", unclaimed, sending)).toBe(true);
});

test("no simultaneous update is lost", async () => {
  await requests.saveUnlessChanged("r1", undefined, waiting);
  await Promise.all(
    Array.from({ length: 10 }, () =>
      requests.update("r1", (now) => now && { ...now, count: (now.count ?? 0) + 1 }),
    ),
  );
  expect(await requests.find("r1")).toEqual({ ...waiting, count: 10 });
});

test("an update returns the record before and after, and an update to undefined changes nothing", async () => {
  expect(await requests.update("r1", () => failed)).toEqual({ before: undefined, after: failed });
  expect(await requests.update("r1", () => undefined)).toBeUndefined();
  expect(await requests.find("r1")).toEqual(failed);
});

test("a request may leave once Redis confirms its record, and another process's request may not", async () => {
  const another = { ...sending, claim: "c2" };
  expect(await logWhere(false).fence("r1", undefined, sending)).toBe("unconfirmed");
  expect(await requests.fence("r1", undefined, another)).toBe("taken");
  expect(await requests.fence("r1", sending, sending)).toBe("passed");
  expect(await requests.find("r1")).toEqual(sending);
});

test("a record and its submission are kept for the same time", async () => {
  await requests.remember("r1", { own: null });
  await requests.saveUnlessChanged("r1", undefined, waiting);
  for (const key of ["progress:r1", "submission:r1"]) {
    const ttl = await redis.client.ttl(key);
    expect(ttl).toBeGreaterThan(940);
    expect(ttl).toBeLessThanOrEqual(1_000);
  }
  expect(await requests.submission("r1")).toEqual({ own: null });
  expect(await requests.submission("r2")).toBeUndefined();
});

test("an unreadable record is an error", async () => {
  await redis.client.set("progress:r1", '{"status":"of a later version"}');
  await expect(requests.find("r1")).rejects.toThrow("Can't read the record at progress:r1.");
});
