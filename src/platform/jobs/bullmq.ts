import { setTimeout as sleep } from "node:timers/promises";
import { Queue, type Worker, type WorkerOptions } from "bullmq";
import type { Redis } from "ioredis";
import { connectPatiently, connectRedis } from "../redis/connect.ts";
import { proveWritable } from "../redis/writable.ts";
import { jobPrefix as prefix } from "./job-prefix.ts";

// A worker that died is noticed by the second stalled check after its lock ran out; the defaults (30 s each) are
// long for a person who waits. A lock that runs out too early does no harm: steps bear being taken twice.
const stalledCheckMs = 2_000;
const lockMs = 6_000;
/** Until a worker asks again that Redis refused something, say since it became read-only; 15 s by default. */
const retryMs = 1_000;

/** A queue of BullMQ with the connections of its producer and of its worker. */
export interface BullQueue {
  producer: Redis;
  queue: Queue;
  /** What every worker of ours is made with. */
  workerOptions: WorkerOptions;
  /** Fails when Redis does not take a write. */
  ping(): Promise<void>;
  /** Lets the steps of the worker under way end, for at most `graceMs`, then disconnects. */
  close(worker: Worker | undefined, graceMs: number): Promise<void>;
}

/** Connects to a queue; Redis need not be there yet. */
export function connectBullQueue(
  redisUrl: string,
  name: string,
  onRedisError: (error: Error) => void,
): BullQueue {
  // The producer fails at once when Redis is away, so that a person is told; the worker waits for it.
  const producer = connectRedis(redisUrl, onRedisError, { timeoutMs: 1_000 });
  const consumer = connectPatiently(redisUrl, onRedisError);
  const queue = new Queue(name, {
    connection: producer,
    prefix,
    skipWaitingForReady: true,
    // The worker checks it; here the check would be a command before the connection is there.
    skipVersionCheck: true,
  });
  queue.on("error", onRedisError);

  return {
    producer,
    queue,
    workerOptions: {
      connection: consumer,
      prefix,
      lockDuration: lockMs,
      stalledInterval: stalledCheckMs,
      runRetryDelay: retryMs,
      // Dying in mid-step is expected, however often; the steps themselves know what was done.
      maxStalledCount: 1_000,
    },
    async ping() {
      await proveWritable(producer);
    },
    async close(worker, graceMs) {
      // Without Redis they would wait for it; what is under way is taken up again by the next process.
      await Promise.race([
        Promise.all([worker?.close(), queue.close()]),
        sleep(graceMs, undefined, { ref: false }),
      ]);
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

/** The name of the job that makes rounds. */
export const roundName = "round";

/** Makes rounds in a queue, by one of all processes at a time, from now on and whenever Redis comes back empty. */
export function makeRounds(
  { producer, queue }: BullQueue,
  everyMs: number,
  onRedisError: (error: Error) => void,
): void {
  const opts = { removeOnComplete: true, removeOnFail: { count: 10 } };
  const schedule = () => queue.upsertJobScheduler(roundName, { every: everyMs }, { name: roundName, opts });
  const scheduleNow = () => void schedule().catch(onRedisError);
  producer.on("ready", scheduleNow);
  if (producer.status === "ready") scheduleNow();
}
