import { AppError } from "../../lib/errors.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import type { Signer } from "../secrets/signer.ts";

/** Several times the size of a chart. */
const largestInBytes = 512 * 1024;

/** One workspace's pictures that the app serves itself, each for an hour. */
export interface KeptPictures {
  /** Fails as `bug` for a picture above 512 KiB. */
  save(id: string, png: Buffer): Promise<void>;
  /** Undefined after that hour. */
  find(id: string): Promise<Buffer | undefined>;
}

/** One workspace's pictures in Redis, with one key each. */
export function keptPictures(redis: RedisClient, workspaceId: string): KeptPictures {
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

/** The target of an address. */
interface PictureTarget {
  workspaceId: string;
  id: string;
  expiresAt: Date;
}

/** The signed path of a picture. Only we can make one, or extend it. */
export function picturePath({ workspaceId, id, expiresAt }: PictureTarget, signer: Signer): string {
  const expiry = String(Math.floor(expiresAt.getTime() / 1_000));
  const signature = signer.sign(signed(workspaceId, id, expiry));
  return `/pictures/${workspaceId}/${id}/${expiry}/${signature}.png`;
}

/** The target of a path. Undefined if we did not sign it, or its time is over. */
export function pictureAt(path: string, signer: Signer, now: Date): PictureTarget | undefined {
  const [, workspaceId = "", id = "", expiry = "", signature = ""] =
    /^\/pictures\/(\w{1,64})\/([\w-]{1,64})\/(\d{1,12})\/([\w-]{43})\.png$/.exec(path) ?? [];
  const expiresAt = new Date(Number(expiry) * 1_000);
  if (!signer.verify(signed(workspaceId, id, expiry), signature) || expiresAt <= now) return undefined;
  return { workspaceId, id, expiresAt };
}

/** As JSON, so different lists of parts never read the same. */
function signed(...parts: string[]): string {
  return JSON.stringify(parts);
}
