import { z } from "zod";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { tryRecord } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";

/** Where a service was last created. */
const Place = z.object({ provider: z.string(), region: z.string() });
export type Place = z.output<typeof Place>;

/** The last place of each person and of the workspace, in Redis for half a year. */
export function lastPlaces(redis: RedisClient, workspaceId: string) {
  return {
    /** The person's own last place, else the workspace's. */
    async find(userId: string): Promise<Place | undefined> {
      const [own, shared] = await reachingRedis(() =>
        redis.mget(keys.lastPlace(workspaceId, userId), keys.lastPlace(workspaceId)),
      );
      return read(own) ?? read(shared);
    },
    async save(userId: string, place: Place): Promise<void> {
      const text = JSON.stringify(place);
      await reachingRedis(async () => {
        for (const key of [keys.lastPlace(workspaceId), keys.lastPlace(workspaceId, userId)])
          await redis.set(key, text, "EX", ttlInSeconds.lastPlace);
      });
    },
  };
}

function read(stored: string | null | undefined): Place | undefined {
  return stored == null ? undefined : tryRecord(Place, stored);
}
