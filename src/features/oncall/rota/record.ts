import type { Hook } from "../../alerts/index.ts";
import { z } from "zod";
import { hostName, kept, userId } from "../../../lib/kinds.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { tryRecord } from "../../../platform/redis/record.ts";

/** Where a hook's rota is read from. The address holds a token, so the record has a reference alone. */
export const Rota = z.object({
  addressRef: z.string(),
  /** For people: the host that it leads to. */
  host: kept(hostName),
  userId: kept(userId),
  at: z.iso.datetime(),
});
export type Rota = z.output<typeof Rota>;

/** One person's time on call, in Unix milliseconds. */
export const Shift = z.object({
  fromMs: z.number(),
  toMs: z.number(),
  /** As the feed calls them. */
  name: z.string(),
  /** In Slack, if we know who it is. */
  userId: kept(userId).optional(),
});
export type Shift = z.output<typeof Shift>;

/** What was last read of a rota. */
export const RotaReading = z.object({
  /** Where it was read. A reading of another address says nothing. */
  addressRef: z.string(),
  /** 0 if it could never be read. */
  readAtMs: z.number(),
  shifts: z.array(Shift),
  /** What couldn't be read of it: how much, and the titles of some events, or their lines. */
  leftOut: z.object({ count: z.number(), some: z.array(z.string()) }).optional(),
  /** Some zones that aren't known for sure, and what they were read as. The name is empty for times without a zone. */
  zones: z.array(z.object({ name: z.string(), as: z.string() })).optional(),
  /** Why it can't be read since then. */
  trouble: z.string().optional(),
});
export type RotaReading = z.output<typeof RotaReading>;

/** What was last read of one workspace's rotas, by hook. */
export function rotas(redis: RedisClient, workspaceId: string) {
  const key = (hookId: string) => keys.rota(workspaceId, hookId);
  return {
    /** Undefined if the hook's rota was never read. */
    async find({ id, rota }: Pick<Hook, "id" | "rota">): Promise<RotaReading | undefined> {
      if (!rota) return undefined;
      const stored = await reachingRedis(() => redis.get(key(id)));
      const reading = stored === null ? undefined : tryRecord(RotaReading, stored);
      return reading?.addressRef === rota.addressRef ? reading : undefined;
    },
    async keep(hookId: string, reading: RotaReading): Promise<void> {
      await reachingRedis(() => redis.set(key(hookId), JSON.stringify(reading), "EX", ttlInSeconds.rota));
    },
  };
}
