import type { RedisClient } from "./connect.ts";
import type { Metrics } from "../../lib/metrics.ts";
import type { MemoryUse } from "./memory.ts";
import { proveWritable } from "./writable.ts";

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
