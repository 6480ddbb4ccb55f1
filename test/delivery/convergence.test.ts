import { Queue } from "bullmq";
import { pino } from "pino";
import { expect, test } from "vitest";
import { startConvergence } from "../../src/delivery/convergence.ts";
import { AppError } from "../../src/errors.ts";
import { useRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";

const redis = useRedis();

/** How long an item waits for its next step, after its first failed so. */
async function waitSecondsAfter(name: string, failure: AppError): Promise<number> {
  const advance = () => Promise.reject(failure);
  const log = pino({ level: "silent" });
  const convergence = startConvergence({
    redisUrl: redis.url,
    name,
    advance,
    onRedisError: () => {},
    log,
  });
  const queue = new Queue(name, { connection: { url: redis.url }, prefix: "{qm-jobs}" });
  // The producer refuses while it connects, as it does while Redis is away.
  await until(() =>
    convergence.accept("one", {}).then(
      () => true,
      () => false,
    ),
  );
  await until(async () => (await queue.getDelayedCount()) === 1);
  const [job] = await queue.getDelayed();
  await Promise.all([queue.close(), convergence.close(1_000)]);
  // The queue counts from its own look at the clock, a millisecond or two later.
  return Math.round((job?.delay ?? 0) / 1_000);
}

test("an item that was asked to wait waits for as long", async () => {
  expect(await waitSecondsAfter("told", new AppError("limited", "Wait.", { retryAfterMs: 7_000 }))).toBe(7);
});

test("an item that was asked to wait for nobody knows how long leaves half a minute of peace", async () => {
  expect(await waitSecondsAfter("untold", new AppError("limited", "No more messages."))).toBe(30);
});
