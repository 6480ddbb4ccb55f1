import type { Redis } from "ioredis";
import { z } from "zod";
import { Credits } from "../../../lib/money.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";

// Kept as a text, since a JSON number would round it.
const Amount = z
  .string()
  .regex(/^\d+(\.\d+)?(e[+-]\d+)?$/)
  .transform((text) => new Credits(text));

/** What a workspace's own services paid for a GB-hour of compute, and what that was found out from. */
export const ComputeRate = z.object({
  creditsPerGbHour: Amount,
  /** All compute credits of the services in those days. */
  credits: Amount,
  /** The services' smallest sizes, times the hours in which they were there. */
  gbHours: Amount,
  serviceCount: z.int(),
  /** True where one of them may have been scaled to zero for part of the time. */
  mayIdle: z.boolean(),
  /** The first and the last day, in UTC. */
  from: z.iso.date(),
  to: z.iso.date(),
});
export type ComputeRate = z.output<typeof ComputeRate>;

const KeptFinding = z.object({ rate: ComputeRate.optional() });

/** Keeps for an hour what was found out about one workspace's compute rates, by connection. */
export interface ComputeRates {
  /** Undefined where nothing was found out lately; `rate` is absent where the cloud was asked and none follows. */
  find(connection: string): Promise<{ rate?: ComputeRate | undefined } | undefined>;
  save(connection: string, rate: ComputeRate | undefined): Promise<void>;
}

/** The compute rates of one workspace in Redis, a key for each connection. */
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
