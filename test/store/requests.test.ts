import { beforeEach, expect, test } from "vitest";
import { type RequestLog, requestLog } from "../../src/store/requests.ts";
import { useRedis } from "../support/redis.ts";

const redis = useRedis();
const at = new Date("2026-11-20T10:00:00Z");
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
  await requests.save("r1", { status: "failed", message: "no" });
  expect(await requests.claim("r1", at)).toBe(false);
});

test("how far a request came is kept for 30 days", async () => {
  await requests.claim("r1", at);
  expect(await redis.client.ttl("qm:{T1}:request:r1")).toBe(30 * 24 * 3600);
});
