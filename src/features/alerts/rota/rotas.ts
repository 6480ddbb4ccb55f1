import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { tryRecord } from "../../../platform/redis/record.ts";
import type { Hook } from "../hooks/record.ts";
import { RotaReading } from "./record.ts";

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
