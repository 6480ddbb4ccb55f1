import { expect, test } from "vitest";
import { AppError } from "../../../src/lib/errors.ts";
import { requestQuota } from "../../../src/platform/redis/rate-limits.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();

test("replicas share ten requests in ten seconds, and the next one fails as limited with its wait", async () => {
  const takes = Array.from({ length: 11 }, () => requestQuota(redis.client, "T1", "default").take());
  const outcomes = await Promise.allSettled(takes);
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [outcome.reason as unknown] : [],
  );
  expect(refused).toHaveLength(1);
  const [error] = refused;
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({ kind: "limited", retryAfterMs: expect.any(Number) });
});

test("the server's pause holds for all replicas", async () => {
  await requestQuota(redis.client, "T1", "default").pause(30_000);
  const error: unknown = await requestQuota(redis.client, "T1", "default")
    .take()
    .catch((reason: unknown) => reason);
  if (!(error instanceof AppError)) throw new Error("The pause does not hold.");
  expect(error.kind).toBe("limited");
  const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1_000);
  expect(seconds).toBeGreaterThan(1);
  expect(error.message).toContain(`Try again in ${seconds} s.`);
});

test("one workspace does not spend another's quota", async () => {
  await requestQuota(redis.client, "T1", "default").pause(30_000);
  await expect(requestQuota(redis.client, "T2", "default").take()).resolves.toBeUndefined();
});

test("a quota for one kind of work is separate and has its own size", async () => {
  const following = requestQuota(redis.client, "T1", "following", 1);
  await following.take();
  await expect(following.take()).rejects.toMatchObject({ kind: "limited" });
  await requestQuota(redis.client, "T1", "default").take();
});
