import { setTimeout as wait } from "node:timers/promises";
import { Queue } from "bullmq";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openQueue } from "../../../src/platform/jobs/queue.ts";
import { makeRounds } from "../../../src/platform/jobs/rounds.ts";
import { keys } from "../../../src/platform/redis/keys.ts";
import { appVersion } from "../../../src/lib/version.ts";
import { hourInSeconds } from "../../../src/lib/duration.ts";
import { connectedJobs } from "../../support/connected-jobs.ts";
import { useRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const redis = useRedis();
const log = pino({ level: "silent" });
const onRedisError = () => {};
const hourMs = 1_000 * hourInSeconds;

/** A process with a connection of its own that makes rounds until the test ends. */
async function makes(everyMs: number, run: () => Promise<void>) {
  const { producer } = await connectedJobs(redis.url);
  const rounds = makeRounds({ redis: producer, name: "look", round: { everyMs, run }, onRedisError, log });
  onTestFinished(() => rounds.close(1_000));
  return rounds;
}

test("one process at a time makes rounds, also if a round takes longer than the time between two", async () => {
  let underWay = 0;
  let most = 0;
  let over = 0;
  const run = async () => {
    underWay += 1;
    most = Math.max(most, underWay);
    await wait(120);
    underWay -= 1;
    over += 1;
  };
  const first = await makes(40, run);
  await makes(40, run);
  await until(async () => over >= 3);
  await first.close(1_000);
  const before = over;
  await until(async () => over >= before + 2);
  expect(most).toBe(1);
});

test("two processes together make no more rounds than one", async () => {
  let rounds = 0;
  const run = async () => void (rounds += 1);
  await Promise.all([makes(hourMs, run), makes(hourMs, run)]);
  await until(async () => rounds > 0);
  await wait(50);
  expect(rounds).toBe(1);
});

test("rounds go on when the turn of a process that died is over", async () => {
  const diedAtMs = performance.now();
  await redis.client.set(keys.roundTurn("look"), "", "PX", 500);
  let tookMs = 0;
  await makes(hourMs, async () => void (tookMs = performance.now() - diedAtMs));
  await until(async () => tookMs > 0);
  // Redis reads another clock.
  expect(tookMs).toBeGreaterThan(490);
});

test("rounds begin at once when Redis came back empty", async () => {
  let rounds = 0;
  await makes(hourMs, async () => void (rounds += 1));
  await until(async () => rounds === 1);
  await redis.client.flushall();
  await redis.client.call("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
  await until(async () => rounds === 2);
  expect(rounds).toBe(2);
});

test("a process that stops lets its round end", async () => {
  let isOver = false;
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const rounds = await makes(hourMs, async () => {
    begin();
    await wait(100);
    isOver = true;
  });
  await begun;
  await rounds.close(1_000);
  expect(isOver).toBe(true);
});

/** A queue with a job for rounds, as older versions had it, and another process of some version. */
async function withOldRounds(name: string, version: string): Promise<Queue> {
  const beat = `${Date.now()} ${JSON.stringify({ version, reads: 1 })}`;
  await redis.client.hset(keys.processes(), "other", beat);
  const jobs = openQueue({ connections: await connectedJobs(redis.url), name, onRedisError, log });
  const queue = new Queue(name, { connection: { url: redis.url }, prefix: "{qm-jobs}" });
  onTestFinished(async () => void (await Promise.all([queue.close(), jobs.close(1_000)])));
  await queue.upsertJobScheduler("round", { every: 100 }, { name: "round" });
  jobs.work({ advance: () => Promise.reject(new Error("nothing was accepted")) });
  return queue;
}

test("the jobs for rounds end when no process of an older version runs", async () => {
  const queue = await withOldRounds("ended", appVersion);
  await until(async () => (await queue.getJobSchedulersCount()) === 0);
  expect([await queue.getDelayedCount(), await queue.getFailedCount()]).toEqual([0, 0]);
});

test("the jobs for rounds stay while a process of an older version runs", async () => {
  const queue = await withOldRounds("kept", "0.0.1");
  await until(async () => (await queue.getCompletedCount()) > 1);
  expect([await queue.getJobSchedulersCount(), await queue.getFailedCount()]).toEqual([1, 0]);
});
