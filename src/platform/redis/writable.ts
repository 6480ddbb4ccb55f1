import { setTimeout as sleep } from "node:timers/promises";
import { createTtlCache } from "../../lib/cache.ts";
import { within } from "../../lib/clock.ts";
import { keys, ttlInSeconds } from "./keys.ts";
import { type RedisClient, reachingRedis } from "./connect.ts";
import { tagOfEachMaster } from "./nodes.ts";

/** Proves that Redis takes writes on this connection, in a cluster every master; a PING is answered by a read-only and a full one too. */
export async function proveWritable(redis: RedisClient): Promise<void> {
  await reachingRedis(async () => {
    const proofs = tagOfEachMaster(redis).map((tag) => keys.writeProof(tag));
    await Promise.all(proofs.map((key) => redis.set(key, "", "EX", ttlInSeconds.writeProof)));
  });
}

interface Pinged {
  ping(): Promise<unknown>;
}

/** Whether every connection to Redis takes writes. */
export interface Proof {
  add(part: Pinged): void;
  /** Adds one that `proveEach` asks and `prove` does not. */
  addAside(part: Pinged): void;
  /** Fails as `upstream` if one does not take a write. Everyone who asks within a second shares the outcome. */
  prove(): Promise<void>;
  /** Resolves as soon as all take writes. Fails with the signal's reason when it is aborted. */
  proven(signal: AbortSignal): Promise<void>;
  /** Asks each, so a connection to a Redis that refuses writes is noticed and left. Never fails. */
  proveEach(): Promise<void>;
}

/** A proof of no connection yet. */
export function proofOfWrites(): Proof {
  const parts: Pinged[] = [];
  const aside: Pinged[] = [];
  const proveNow = () => Promise.all(parts.map((part) => part.ping()));
  const prove = sharedProof(proveNow, () => performance.now());
  return {
    add: (part) => void parts.push(part),
    addAside: (part) => void aside.push(part),
    prove,
    async proven(signal) {
      for (
        let waitMs = firstWaitMs;
        !(await isProven(proveNow));
        waitMs = Math.min(1.2 * waitMs, longestWaitMs)
      )
        await sleep(waitMs, undefined, { signal });
    },
    proveEach: async () => void (await Promise.allSettled([prove(), ...aside.map((part) => part.ping())])),
  };
}

// At first, the connections are only being opened.
const firstWaitMs = 2;
const longestWaitMs = 250;

async function isProven(prove: () => Promise<unknown>): Promise<boolean> {
  try {
    await prove();
    return true;
  } catch {
    // The connections log why.
    return false;
  }
}

/** As long as the caller of the readiness check waits. */
const withinMs = 1_000;
const keptMs = 1_000;

/** Proves something within a second. Everyone who asks within a second shares the outcome, a failure too. */
export function sharedProof(prove: () => Promise<unknown>, nowMs: () => number): () => Promise<void> {
  // A failure is a value here, because the cache keeps no failures.
  const latest = createTtlCache<Error | undefined>({ keptMs, mostKept: 1, now: nowMs });
  return async () => {
    const failure = await latest.get("", () => failureOf(prove()));
    if (failure) throw failure;
  };
}

async function failureOf(work: Promise<unknown>): Promise<Error | undefined> {
  const done = work.then(() => undefined);
  try {
    return await within(withinMs, done, new Error(`No answer within ${withinMs} ms.`));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
