import { setTimeout as sleep } from "node:timers/promises";
import { type BackendFactory, type RedisQueueBackend, Queue, type Worker, createRedisBackend } from "bullmq";
import { z } from "zod";
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
export function connectJobs(
  redisServer: RedisServer,
  onRedisError: (error: Error) => void,
  /** The time that all processes share. */
  now: () => Date = () => new Date(),
) {
  // The producer fails at once if Redis is away, so a person hears of it. Workers wait for it.
  const producer = connectRedis(redisServer, onRedisError, { timeoutMs: 1_000 });
  const consumer = connectPatiently(redisServer, onRedisError);
  return {
    producer,
    consumer,
    now,
    backend: backendBy(() => now().getTime()),
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
  { producer, consumer, backend, now }: JobConnections,
  name: string,
  onRedisError: (error: Error) => void,
) {
  const prefix = jobPrefixOf(producer.isCluster, name);
  const options = {
    connection: producer,
    prefix,
    skipWaitingForReady: true,
    // The worker checks it. Here it would be a command before the connection is open.
    skipVersionCheck: true,
  };
  const queue = new Queue(name, options, backend);
  queue.on("error", onRedisError);

  return {
    producer,
    queue,
    backend,
    now,
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

/** Where the scripts that take the time get it: the index behind their keys. */
const timeAt = new Map([
  ["moveToActive", 12],
  ["moveToDelayed", 12],
  ["moveToFinished", 15],
  ["retryJob", 12],
]);

/** A job that the scripts found, and when the next delayed one is due (0 for none). */
const Found = z.tuple([z.unknown(), z.unknown(), z.unknown(), z.coerce.number()]);

/**
 * Makes BullMQ's connections to Redis. BullMQ tells its scripts the time of this process's own clock, and by that clock
 * it waits for the next job. Here the scripts get the shared time, and BullMQ gets theirs in its own.
 */
function backendBy(sharedMs: () => number): BackendFactory<RedisQueueBackend> {
  const inOwnTime = (dueMs: number) => (dueMs > 0 ? dueMs + Date.now() - sharedMs() : dueMs);
  return (...given) => {
    const backend = createRedisBackend(...given);
    const run = backend.execCommand.bind(backend);
    const wait = backend.waitForJob.bind(backend);

    async function runInSharedTime(at: number, ...[client, name, args]: Parameters<typeof run>) {
      const answer: unknown = await run(client, name, args.with(at, sharedMs()));
      const found = Found.safeParse(answer).data;
      return found ? [found[0], found[1], found[2], inOwnTime(found[3])] : answer;
    }

    backend.execCommand = (client, name, args) => {
      const at = timeAt.get(name);
      return at === undefined ? run(client, name, args) : runInSharedTime(at, client, name, args);
    };
    backend.waitForJob = async (seconds) => {
      const marker = await wait(seconds);
      return marker && { ...marker, score: inOwnTime(marker.score) };
    };
    return backend;
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
