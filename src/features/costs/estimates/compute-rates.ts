import type { Redis } from "ioredis";
import { z } from "zod";
import { Credits } from "../../../lib/money.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";

// A text, because a JSON number would round it.
const Amount = z
  .string()
  .regex(/^\d+(\.\d+)?(e[+-]\d+)?$/)
  .transform((text) => new Credits(text));

/** The rate that a workspace's own services paid for a GB-hour of compute, and its basis. */
export const ComputeRate = z.object({
  creditsPerGbHour: Amount,
  /** All compute credits of the services in these days. */
  credits: Amount,
  /** The services' smallest sizes, times the hours in which they existed. */
  gbHours: Amount,
  serviceCount: z.int(),
  /** True if one of them may have been scaled to zero for part of the time. */
  mayIdle: z.boolean(),
  /** The first and the last day, in UTC. */
  from: z.iso.date(),
  to: z.iso.date(),
});
export type ComputeRate = z.output<typeof ComputeRate>;

const KeptFinding = z.object({ rate: ComputeRate.optional() });

/** The findings about one workspace's compute rates, by connection; kept for an hour. */
export interface ComputeRates {
  /** Undefined if there is no finding of the last hour; `rate` is absent if the usage gave none. */
  find(connection: string): Promise<{ rate?: ComputeRate | undefined } | undefined>;
  save(connection: string, rate: ComputeRate | undefined): Promise<void>;
}

/** The compute rates of one workspace in Redis, one key for each connection. */
export function computeRates(redis: Redis, workspaceId: string): ComputeRates {
  return {
    async find(connection) {
      const key = keys.computeRate(workspaceId, connection);
      const stored = await reachingRedis(() => redis.get(key));
      return stored === null ? undefined : readRecord(KeptFinding, stored, key);
    },
    async save(connection, rate) {
      const key = keys.computeRate(workspaceId, connection);
      const finding = JSON.stringify({ rate });
      await reachingRedis(() => redis.set(key, finding, "EX", ttlInSeconds.computeRate));
    },
  };
}
