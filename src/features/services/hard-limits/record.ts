import { z } from "zod";
import { creditsOrCurrency, kept, positiveAmount, userId } from "../../../lib/kinds.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";

/** What no new service of a workspace may exceed, whoever asks for it and whoever approves it. */
export const HardLimits = z.object({
  /** The most that compute may cost in 30 days at the largest size: in credits, or in a currency. */
  price: z
    .object({
      most: kept(positiveAmount, z.string().regex(/^-?\d+(\.\d+)?$/)),
      unit: kept(creditsOrCurrency, z.string().regex(/^(?:credits|[A-Z]{3})$/)),
    })
    .optional(),
  /** True if a team over one of its budgets creates nothing. */
  teamOverBudget: z.boolean().default(false),
  setBy: kept(userId),
  setAt: z.iso.datetime(),
});
export type HardLimits = z.output<typeof HardLimits>;

/** The hard limits of one workspace in Redis. A record that cannot be read is a bug. */
export function hardLimits(redis: RedisClient, workspaceId: string) {
  const key = keys.hardLimits(workspaceId);
  const read = (stored: string | null) => (stored === null ? undefined : readRecord(HardLimits, stored, key));
  return {
    /** Undefined if there are none. */
    find: async () => read(await reachingRedis(() => redis.get(key))),
    /** Replaces the limits, or removes them, and returns the replaced ones. */
    save: async (limits: HardLimits | undefined) =>
      read(
        await reachingRedis(() =>
          limits ? redis.set(key, JSON.stringify(limits), "GET") : redis.getdel(key),
        ),
      ),
  };
}
