import { beforeEach, expect, test } from "vitest";
import { passwords } from "../../../../src/features/services/passwords/passwords.ts";
import { keys } from "../../../../src/platform/redis/keys.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
let kept: ReturnType<typeof passwords>;

beforeEach(() => {
  kept = passwords(redis.client, "T1");
});

test("a password belongs to its workspace only", async () => {
  await redis.client.set("qm:{T1}:password:r1", "v1.sealed");
  expect(await kept.find("r1")).toBe("v1.sealed");
  expect(await passwords(redis.client, "T2").find("r1")).toBeUndefined();
});

test("only one of many simultaneous claims succeeds", async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => kept.claimReading("r1")));
  expect(claims.filter(Boolean)).toHaveLength(1);
});

test("a claim can be released, and otherwise lapses within 10 s", async () => {
  await kept.claimReading("r1");
  expect(await redis.client.ttl(keys.passwordReading("T1", "r1"))).toBe(10);
  await kept.releaseReading("r1");
  expect(await kept.claimReading("r1")).toBe(true);
});
