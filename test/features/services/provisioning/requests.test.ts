import { beforeEach, expect, test } from "vitest";
import type { RequestProgress } from "../../../../src/features/services/provisioning/progress.ts";
import { type RequestLog, requestLog } from "../../../../src/features/services/provisioning/requests.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const at = new Date("2026-11-20T10:00:00Z");
const thirtyDaysInSeconds = 30 * 24 * 3600;
const claimed = { status: "submitting" as const, sentAt: at.toISOString(), claim: "c1" };
const failed: RequestProgress = { status: "failed", message: "no", told: false };
let requests: RequestLog;

beforeEach(() => {
  requests = requestLog(redis.client, "T1");
});

test("of many that claim a request at once, one may send it", async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => requests.claim("r1", claimed)));
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await requests.find("r1")).toEqual(claimed);
});

test("a request that came to its end is not claimed again", async () => {
  await requests.claim("r1", claimed);
  await requests.replace("r1", "submitting", failed);
  expect(await requests.claim("r1", claimed)).toBe(false);
});

test("a claim that was taken over cannot be turned into a sending, and one of many that take it over has it", async () => {
  await requests.claim("r1", claimed);
  const others = Array.from({ length: 20 }, (_, n) => ({ ...claimed, claim: `other ${n}` }));
  const taken = await Promise.all(others.map((own) => requests.saveUnlessChanged("r1", claimed, own)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  const sending = { ...claimed, status: "sending" as const };
  expect(await requests.saveUnlessChanged("r1", claimed, sending)).toBe(false);
});

test("a claim may leave once Redis confirms that it is kept, and another's may not", async () => {
  await requests.claim("r1", claimed);
  const sending = { ...claimed, status: "sending" as const };
  const unkept = requestLog(redis.client, "T1", { isKept: async () => false });
  expect(await requests.fence("r1", { ...claimed, claim: "c2" }, { ...sending, claim: "c2" })).toBe("taken");
  expect(await unkept.fence("r1", claimed, sending)).toBe("unconfirmed");
  expect(await requests.fence("r1", sending, sending)).toBe("passed");
  expect(await requests.find("r1")).toEqual(sending);
});

test("how far a request came is kept for 30 days, and what was submitted as well", async () => {
  await requests.remember("r1", { name: "orders" });
  await requests.claim("r1", claimed);
  expect(await redis.client.ttl("qm:{T1}:request:r1")).toBe(thirtyDaysInSeconds);
  expect(await redis.client.ttl("qm:{T1}:submission:r1")).toBe(thirtyDaysInSeconds);
  expect(await requests.submission("r1")).toEqual({ name: "orders" });
  expect(await requests.submission("r2")).toBeUndefined();
});

test("an outcome is kept where the request is as it was thought to be, and one of many at once is the first", async () => {
  await requests.claim("r1", claimed);
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
  await requests.claim("r1", claimed);
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
  expect(await redis.client.ttl("qm:{T1}:password:r1")).toBe(25 * 3_600);
});
