import { createTtlCache } from "../../lib/cache.ts";
import { within } from "../../lib/clock.ts";
import type { Metrics } from "../../lib/metrics.ts";
import { type RedisClient, reachingRedis } from "./connect.ts";
import { mastersOf } from "./nodes.ts";
import { proveWritable } from "./writable.ts";

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
/** A delivery waits so long for a reading, and no longer. */
const longestReadMs = 500;

/** Knows whether Redis is nearly full. */
interface RedisMemory {
  /**
   * By a reading of at most a second ago. Only an old reading that would refuse is waited for. False before the first
   * one, if none comes, and for a Redis without a limit.
   */
  isNearlyFull(): Promise<boolean>;
}

/** Reads at most twice a second, and only when asked. */
export function redisMemory(redis: RedisClient, monotonicMs = () => performance.now()): RedisMemory {
  let isFull = false;
  let readAtMs = -Infinity;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    const askedAtMs = monotonicMs();
    try {
      const { share } = await readMemoryUse(redis);
      [isFull, readAtMs] = [share >= nearlyFullShare, askedAtMs];
    } catch {
      // If Redis is away, its connection logs it, and nothing is accepted anyway.
    } finally {
      reading = undefined;
    }
  }

  const ageMs = () => monotonicMs() - readAtMs;
  return {
    async isNearlyFull() {
      if (ageMs() >= readEveryMs) reading ??= read();
      if (isFull && ageMs() > keptMs) await within(longestReadMs, reading ?? Promise.resolve(), undefined);
      return isFull && ageMs() <= keptMs;
    },
  };
}

/** Makes the reading of how Redis is: one write, and the memory. Never fails. */
export function redisReading(
  redis: RedisClient,
  memoryUse: () => Promise<MemoryUse>,
  metrics: Pick<Metrics, "redisWrite" | "redisMemory">,
): () => Promise<void> {
  async function writeSeconds(): Promise<number> {
    const sinceMs = performance.now();
    await proveWritable(redis);
    return (performance.now() - sinceMs) / 1_000;
  }

  return async () => {
    // The connection logs its own trouble.
    const [write, memory] = await Promise.allSettled([writeSeconds(), memoryUse()]);
    metrics.redisWrite(write.status === "fulfilled" ? write.value : undefined);
    metrics.redisMemory(memory.status === "fulfilled" ? memory.value : undefined);
  };
}
