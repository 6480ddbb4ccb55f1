import type { Redis } from "ioredis";
import { AppError } from "../../lib/errors.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { reachingRedis } from "../redis/connect.ts";

/** Several times what a chart takes; whatever is larger is no chart of ours. */
const largestInBytes = 512 * 1024;

/** The pictures of one workspace that are served under short-lived addresses, each for an hour. */
export interface KeptPictures {
  /** Fails as `bug` for a picture above 512 KiB. */
  save(id: string, png: Buffer): Promise<void>;
  /** Undefined once its time is over. */
  find(id: string): Promise<Buffer | undefined>;
}

/** The pictures of one workspace in Redis, a key each. */
export function keptPictures(redis: Redis, workspaceId: string): KeptPictures {
  const key = (id: string) => keys.picture(workspaceId, id);
  return {
    async save(id, png) {
      if (png.length > largestInBytes) throw new AppError("bug", `A picture has ${png.length} bytes.`);
      await reachingRedis(() => redis.set(key(id), png, "EX", ttlInSeconds.picture));
    },
    async find(id) {
      return (await reachingRedis(() => redis.getBuffer(key(id)))) ?? undefined;
    },
  };
}
