import { beforeEach, expect, test } from "vitest";
import type { RequestProgress } from "../../src/store/request-progress.ts";
import { type RequestLog, requestLog } from "../../src/store/requests.ts";
import { useRedis } from "../support/redis.ts";

const redis = useRedis();
const at = new Date("2026-11-20T10:00:00Z");
const thirtyDaysInSeconds = 30 * 24 * 3600;
const failed: RequestProgress = { status: "failed", message: "no", told: false };
let requests: RequestLog;

beforeEach(() => {
  requests = requestLog(redis.client, "T1");
});

test("of many that claim a request at once, one may send it", async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => requests.claim("r1", at)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await requests.find("r1")).toEqual({ status: "submitting", sentAt: at.toISOString() });
});

test("a request that came to its end is not claimed again", async () => {
  await requests.claim("r1", at);
  await requests.replace("r1", "submitting", failed);
  expect(await requests.claim("r1", at)).toBe(false);
});

test("how far a request came is kept for 30 days, and what was submitted as well", async () => {
  await requests.remember("r1", { name: "orders" });
  await requests.claim("r1", at);
  expect(await redis.client.ttl("qm:{T1}:request:r1")).toBe(thirtyDaysInSeconds);
  expect(await redis.client.ttl("qm:{T1}:submission:r1")).toBe(thirtyDaysInSeconds);
  expect(await requests.submission("r1")).toEqual({ name: "orders" });
  expect(await requests.submission("r2")).toBeUndefined();
});

test("an outcome is kept where the request is as it was thought to be, and one of many at once is the first", async () => {
  await requests.claim("r1", at);
  const replaced = await Promise.all(
    Array.from({ length: 20 }, () => requests.replace("r1", "submitting", failed)),
  );
  expect(replaced.filter(Boolean)).toHaveLength(1);
  expect(await requests.find("r1")).toEqual(failed);
  expect(await requests.replace("r2", "submitting", failed)).toBe(false);
});

test("an outcome is kept where the record was lost, and never over another", async () => {
  expect(await requests.saveIfGone("r1", failed)).toBe(true);
  expect(await requests.find("r1")).toEqual(failed);
  expect(await requests.saveIfGone("r1", { ...failed, message: "late" })).toBe(false);
  expect(await requests.find("r1")).toEqual(failed);
  expect(await redis.client.ttl("qm:{T1}:request:r1")).toBe(thirtyDaysInSeconds);
});

test("what rests on a record that was read is not kept once anything in it has changed", async () => {
  await requests.claim("r1", at);
  await requests.replace("r1", "submitting", failed);
  const told = { ...failed, told: true };
  expect(await requests.saveUnlessChanged("r1", failed, told)).toBe(true);
  expect(await requests.saveUnlessChanged("r1", failed, { ...failed, message: "late" })).toBe(false);
  expect(await requests.find("r1")).toEqual(told);
});

test("a created service's record and its sealed password are written in one", async () => {
  await requests.saveCreated(
    "r1",
    {
      status: "created",
      createdAt: at.toISOString(),
      name: "orders",
      endpoints: [],
      password: { fate: "sealed" },
      creatorTold: false,
      silent: false,
    },
    "sealed text",
  );
  expect(await requests.find("r1")).toMatchObject({ status: "created", name: "orders" });
  expect(await redis.client.get("qm:{T1}:password:r1")).toBe("sealed text");
  expect(await redis.client.ttl("qm:{T1}:password:r1")).toBe(900);
});
