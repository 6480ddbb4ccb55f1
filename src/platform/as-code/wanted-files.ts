import { z } from "zod";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { readRecord } from "../redis/record.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";

const WantedFile = z.object({
  text: z.string(),
  /** The hash of the differences that its admin saw. */
  seen: z.string(),
});
export type WantedFile = z.output<typeof WantedFile>;

/** The files that admins of a workspace want to apply, in Redis by id, for an hour. */
export function wantedFiles(redis: RedisClient, workspaceId: string) {
  const keyOf = (id: string) => keys.wantedFile(workspaceId, id);
  return {
    /** Undefined if it is too old. */
    async find(id: string): Promise<WantedFile | undefined> {
      const stored = await reachingRedis(() => redis.get(keyOf(id)));
      return stored === null ? undefined : readRecord(WantedFile, stored, keyOf(id));
    },
    async save(id: string, file: WantedFile): Promise<void> {
      await reachingRedis(() => redis.set(keyOf(id), JSON.stringify(file), "EX", ttlInSeconds.wantedFile));
    },
  };
}

/** The files that wait for an admin. */
export type WantedFiles = ReturnType<typeof wantedFiles>;
