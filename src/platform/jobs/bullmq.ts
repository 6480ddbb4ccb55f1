import { setTimeout as sleep } from "node:timers/promises";
import { Queue, type Worker } from "bullmq";
import { connectPatiently, connectRedis, longestWaitMs } from "../redis/connect.ts";
import { proveWritable } from "../redis/writable.ts";
import { jobPrefixOf } from "../redis/keys.ts";
import { runningProcesses } from "../redis/processes.ts";
import { appVersion } from "../../lib/version.ts";
import type { RedisServer } from "../redis/server.ts";

// The second stalled check after a lock expired finds a dead worker. The defaults (30 s each) are long for a person
// who waits. An early expiry does no harm, because steps can be repeated.
const stalledCheckMs = 3_000;
const lockMs = 5_000;
/** How soon a worker retries after Redis refused a command, for example while it is read-only. The default is 15 s. */
const retryMs = 1_000;

/** Connects to Redis for the jobs of all queues. Redis may be away at that time. */
export function connectJobs(redisServer: RedisServer, onRedisError: (error: Error) => void) {
  // The producer fails at once if Redis is away, so a person hears of it. Workers wait for it.
  const producer = connectRedis(redisServer, onRedisError, { timeoutMs: 1_000 });
  const consumer = connectPatiently(redisServer, onRedisError);
  return {
    producer,
    consumer,
    /** Fails if Redis takes no writes, so no item can be accepted. */
    ping: () => proveWritable(producer),
    close(): void {
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

/** The connections that all queues share. Each worker has one more, which waits for jobs. */
export type JobConnections = ReturnType<typeof connectJobs>;

/** Opens a queue of BullMQ, for a producer and a worker. */
export function openBullQueue(
  { producer, consumer }: JobConnections,
  name: string,
  onRedisError: (error: Error) => void,
) {
  const prefix = jobPrefixOf(producer.isCluster, name);
  const queue = new Queue(name, {
    connection: producer,
    prefix,
    skipWaitingForReady: true,
    // The worker checks it. Here it would be a command before the connection is open.
    skipVersionCheck: true,
  });
  queue.on("error", onRedisError);

  return {
    producer,
    queue,
    /** The options of every worker. */
    workerOptions: {
      connection: consumer,
      prefix,
      lockDuration: lockMs,
      stalledInterval: stalledCheckMs,
      // An idle worker waits for so long before it asks again. A new job ends the wait. The default is 5 s.
      drainDelay: longestWaitMs / 1_000,
      runRetryDelay: retryMs,
      // A process may die in a step any number of times. Steps know what was done.
      maxStalledCount: 1_000,
    },
    /** Lets the worker's running steps end, for at most `graceMs`. */
    async close(worker: Worker | undefined, graceMs: number): Promise<void> {
      // If Redis is away, these would wait for it. The next process continues running work.
      await Promise.race([
        Promise.all([worker?.close(), queue.close()]),
        sleep(graceMs, undefined, { ref: false }),
      ]);
    },
  };
}

/** A queue of BullMQ. */
export type BullQueue = ReturnType<typeof openBullQueue>;

/** The name of the jobs that made rounds in older versions. */
export const roundName = "round";

/** Ends the jobs for rounds, unless a process of another version runs, which may need them. */
export async function endOldRounds({ producer, queue }: BullQueue): Promise<void> {
  const processes = await runningProcesses(producer);
  if (processes.every(({ version }) => version === appVersion)) await queue.removeJobScheduler(roundName);
}
