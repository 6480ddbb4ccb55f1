import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { createShortMemory } from "../../lib/short-memory.ts";
import { keys, ttlInSeconds } from "./keys.ts";
import { reachingRedis } from "./connect.ts";

/** Proves that Redis takes writes on this connection; a PING is answered by a read-only and a full one too. */
export async function proveWritable(redis: Redis): Promise<void> {
  await reachingRedis(() => redis.set(keys.writeProof(), "", "EX", ttlInSeconds.writeProof));
}

/** As long as whoever asks for readiness waits. */
const withinMs = 1_000;
const keptMs = 1_000;

/** Proves something within a second; everyone who asks within a second shares the outcome, a failure too. */
export function sharedProof(prove: () => Promise<unknown>, nowMs: () => number): () => Promise<void> {
  const latest = createShortMemory<{ failure?: Error }>({ keptMs, mostKept: 1, now: nowMs });
  return async () => {
    const { failure } = await latest.get("", () => outcomeOf(prove));
    if (failure !== undefined) throw failure;
  };
}

async function outcomeOf(prove: () => Promise<unknown>): Promise<{ failure?: Error }> {
  const inTime = new AbortController();
  const late = sleep(withinMs, undefined, { signal: inTime.signal, ref: false }).then(
    () => ({ failure: new Error(`There was no answer within ${withinMs} ms.`) }),
    // It came in time, so that this is not looked at.
    () => ({}),
  );
  try {
    return await Promise.race([prove().then(() => ({})), late]);
  } catch (error) {
    return { failure: error instanceof Error ? error : new Error(String(error)) };
  } finally {
    inTime.abort();
  }
}
