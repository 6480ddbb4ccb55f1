import type { Redis } from "ioredis";
import { createTtlCache } from "../../lib/cache.ts";
import { reachingRedis } from "./connect.ts";

/** How full Redis is. */
export interface MemoryUse {
  usedBytes: number;
  /** 0 when it has no limit. */
  maxBytes: number;
}

// Fast enough to refuse a flood in time, and one INFO a second is not felt.
const keptMs = 1_000;

/** Reads how full Redis is; everyone who asks within a second shares one answer. Fails as `upstream` when Redis is away. */
export function memoryReader(redis: Redis, nowMs: () => number): () => Promise<MemoryUse> {
  const latest = createTtlCache<MemoryUse>({ keptMs, mostKept: 1, now: nowMs });
  return () => latest.get("", () => readMemoryUse(redis));
}

async function readMemoryUse(redis: Redis): Promise<MemoryUse> {
  const info = await reachingRedis(() => redis.info("memory"));
  const bytes = (field: string) => Number(new RegExp(`^${field}:(\\d+)\\r?$`, "m").exec(info)?.[1] ?? 0);
  return { usedBytes: bytes("used_memory"), maxBytes: bytes("maxmemory") };
}

/** The share of its limit that Redis uses, from 0; 0 when it has no limit. */
export function memoryShare({ usedBytes, maxBytes }: MemoryUse): number {
  return maxBytes === 0 ? 0 : usedBytes / maxBytes;
}

/** From this share of its memory on, Redis counts as nearly full: the rest is for what must go on. */
const nearlyFullShare = 0.8;
const readEveryMs = 500;

/** Tells whether Redis is nearly full, without waiting for it. */
interface RedisMemory {
  /** As it was read last, within a second; false until it was read, and for a Redis without a limit. */
  isNearlyFull(): boolean;
}

/** Reads how full a Redis is, at most twice a second, and only when it is asked. */
export function redisMemory(redis: Redis, monotonicMs = () => performance.now()): RedisMemory {
  let isFull = false;
  let readAtMs = -Infinity;

  async function read(): Promise<void> {
    isFull = memoryShare(await readMemoryUse(redis)) >= nearlyFullShare;
  }

  return {
    isNearlyFull() {
      if (monotonicMs() - readAtMs >= readEveryMs) {
        readAtMs = monotonicMs();
        // While Redis is away its connection tells the log, and nothing is accepted anyway.
        read().catch(() => {});
      }
      return isFull;
    },
  };
}
