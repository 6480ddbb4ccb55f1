import { createTtlCache } from "../../lib/cache.ts";
import { type RedisClient, reachingRedis } from "./connect.ts";
import { mastersOf } from "./nodes.ts";

/** How full Redis is. In a cluster the sum of all masters, and the share of the fullest one. */
export interface MemoryUse {
  usedBytes: number;
  /** 0 if it has no limit. */
  maxBytes: number;
  /** The share of its limit that is used. 0 without a limit. */
  share: number;
}

// Fast enough to refuse a flood in time, and slow enough for Redis.
const keptMs = 1_000;

/** Reads how full Redis is. Readers within a second share one answer. Fails as `upstream` if Redis is away. */
export function memoryReader(redis: RedisClient, nowMs: () => number): () => Promise<MemoryUse> {
  const latest = createTtlCache<MemoryUse>({ keptMs, mostKept: 1, now: nowMs });
  return () => latest.get("", () => readMemoryUse(redis));
}

async function readMemoryUse(redis: RedisClient): Promise<MemoryUse> {
  const infos = await reachingRedis(() =>
    Promise.all(mastersOf(redis).map((master) => master.info("memory"))),
  );
  const each = infos.map((info) => {
    const bytes = (field: string) => Number(new RegExp(`^${field}:(\\d+)\\r?$`, "m").exec(info)?.[1] ?? 0);
    return { used: bytes("used_memory"), max: bytes("maxmemory") };
  });
  const isLimited = each.every(({ max }) => max > 0);
  return {
    usedBytes: each.reduce((sum, { used }) => sum + used, 0),
    maxBytes: isLimited ? each.reduce((sum, { max }) => sum + max, 0) : 0,
    share: Math.max(...each.map(({ used, max }) => (max === 0 ? 0 : used / max))),
  };
}

/** Above this share, Redis counts as nearly full. The rest is for work that must go on. */
const nearlyFullShare = 0.8;
const readEveryMs = 500;

/** Knows whether Redis is nearly full, without waiting for it. */
interface RedisMemory {
  /** By the last reading, at most a second ago. False before the first one, and for a Redis without a limit. */
  isNearlyFull(): boolean;
}

/** Reads at most twice a second, and only when asked. */
export function redisMemory(redis: RedisClient, monotonicMs = () => performance.now()): RedisMemory {
  let isFull = false;
  let readAtMs = -Infinity;

  async function read(): Promise<void> {
    isFull = (await readMemoryUse(redis)).share >= nearlyFullShare;
  }

  return {
    isNearlyFull() {
      if (monotonicMs() - readAtMs >= readEveryMs) {
        readAtMs = monotonicMs();
        // If Redis is away, its connection logs it, and nothing is accepted anyway.
        read().catch(() => {});
      }
      return isFull;
    },
  };
}
