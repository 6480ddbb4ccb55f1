import { Queue } from "bullmq";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { type JobQueue, openQueue } from "../../../src/platform/jobs/queue.ts";
import type { Step } from "../../../src/platform/jobs/worker.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { useRedis } from "../../support/redis.ts";
import { connectedJobs } from "../../support/connected-jobs.ts";
import { until } from "../../support/until.ts";

const redis = useRedis();
const log = pino({ level: "silent" });
const onRedisError = () => {};

/** A queue, and its jobs in BullMQ. Both are closed when the test ends. */
async function started(
  name: string,
  advance: () => Promise<Step>,
): Promise<{ jobs: JobQueue; queue: Queue }> {
  const jobs = openQueue({ connections: await connectedJobs(redis.url), name, onRedisError, log });
  jobs.work({ advance });
  const queue = new Queue(name, { connection: { url: redis.url }, prefix: "{qm-jobs}" });
  onTestFinished(async () => void (await Promise.all([queue.close(), jobs.close(1_000)])));
  await jobs.accept("one", {});
  return { jobs, queue };
}

async function isDelayed(queue: Queue): Promise<boolean> {
  return (await queue.getDelayedCount()) === 1;
}

/** How long the item waits for its next step. */
async function waitSeconds(queue: Queue): Promise<number> {
  await until(() => isDelayed(queue));
  const [job] = await queue.getDelayed();
  // The queue reads the clock itself, a millisecond or two later.
  return Math.round((job?.delay ?? 0) / 1_000);
}

test("a rate limit reschedules the item for as long as it asks", async () => {
  const failure = new AppError("limited", "Wait.", { retryAfterMs: 7_000 });
  const { queue } = await started("told", () => Promise.reject(failure));
  expect(await waitSeconds(queue)).toBe(7);
});

test("a rate limit without a time reschedules the item by half a minute", async () => {
  const failure = new AppError("limited", "No more messages.");
  const { queue } = await started("untold", () => Promise.reject(failure));
  expect(await waitSeconds(queue)).toBe(30);
});

test("a failed step is tried again, soon at first and every five minutes in the end", async () => {
  const { jobs, queue } = await started("failing", () => Promise.reject(new Error("no")));
  expect(await waitSeconds(queue)).toBe(1);
  await redis.client.hset("{qm-jobs}:failing:one", "atm", 250);
  await jobs.wake("one", {});
  await until(async () => (await queue.getJob("one"))?.attemptsMade === 251);
  expect(await waitSeconds(queue)).toBe(300);
});

test("an item that waits takes its next step at once when it is woken", async () => {
  let steps = 0;
  const { jobs, queue } = await started("waiting", async () => {
    steps += 1;
    return { againInMs: 3_600_000 };
  });
  await until(() => isDelayed(queue));
  await jobs.wake("one", {});
  await until(async () => steps === 2);
});

test("an item that Redis lost during its step is added again, and waits for its next step", async () => {
  const { queue } = await started("lost", async () => {
    await redis.client.flushall();
    return { againInMs: 7_000 };
  });
  expect(await waitSeconds(queue)).toBe(7);
  expect((await queue.getJob("one"))?.data).toEqual({});
});

test("an item that was done takes a step again when it is woken", async () => {
  let steps = 0;
  const { jobs, queue } = await started("done", async () => {
    steps += 1;
    return "done";
  });
  await until(async () => (await queue.getCompletedCount()) === 1);
  await jobs.wake("one", {});
  await until(async () => steps === 2);
});

test("an item that is woken during a step takes another one after it", async () => {
  let steps = 0;
  const first = Promise.withResolvers<void>();
  const { jobs } = await started("busy", async () => {
    steps += 1;
    if (steps === 1) await first.promise;
    return { againInMs: 3_600_000 };
  });
  await until(async () => steps === 1);
  const woken = jobs.wake("one", {});
  first.resolve();
  await woken;
  await until(async () => steps === 2);
});

test("an item that is woken at any moment takes a step that begins after that", async () => {
  let steps = 0;
  const { jobs } = await started("often", async () => {
    steps += 1;
    return { againInMs: 3_600_000 };
  });
  for (let round = 0; round < 50; round += 1) {
    const before = steps;
    await jobs.wake("one", {});
    await until(async () => steps > before);
  }
});

test("ensuring restarts an item that was done, and does not change one that waits", async () => {
  let steps = 0;
  const { jobs, queue } = await started("ensured", async () => {
    steps += 1;
    return steps < 2 ? "done" : { againInMs: 60_000 };
  });
  await until(async () => (await queue.getCompletedCount()) === 1);
  await jobs.ensure("one", {});
  await until(() => isDelayed(queue));
  await jobs.ensure("one", {});
  expect([steps, await queue.getDelayedCount()]).toEqual([2, 1]);
});

test("rounds go on, even if one of them fails", async () => {
  let rounds = 0;
  const run = async () => {
    rounds += 1;
    if (rounds === 1) throw new Error("Redis went away");
  };
  const jobs = openQueue({ connections: await connectedJobs(redis.url), name: "rounds", onRedisError, log });
  jobs.work({ advance: async () => "done", round: { everyMs: 50, run } });
  onTestFinished(() => jobs.close(1_000));
  await until(async () => rounds >= 3);
  expect(rounds).toBeGreaterThanOrEqual(3);
});

test("slow steps of one workspace do not delay another's", async () => {
  const { promise: longWork, resolve: endLongWork } = Promise.withResolvers<Step>();
  const done: string[] = [];
  const jobs = openQueue({
    connections: await connectedJobs(redis.url),
    name: "neighbours",
    onRedisError,
    log,
  });
  jobs.work({
    advance: async (id) => {
      if (id.startsWith("slow")) return longWork;
      done.push(id);
      return "done";
    },
  });
  onTestFinished(() => jobs.close(1_000));
  for (let index = 0; index < 100; index += 1) await jobs.accept(`slow-${index}`, { workspaceId: "T1" });
  await jobs.accept("prompt", { workspaceId: "T2" });
  await until(async () => done.includes("prompt"));
  endLongWork("done");
});
