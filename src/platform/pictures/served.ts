import type { Redis } from "ioredis";
import { AppError } from "../../lib/errors.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { reachingRedis } from "../redis/connect.ts";
import type { Signer } from "../secrets/signer.ts";

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

/** Which picture an address leads to, and until when. */
interface PicturePlace {
  workspaceId: string;
  id: string;
  expiresAt: Date;
}

/** The path at which a picture is served, signed: nobody can make one, or make one of it for longer. */
export function picturePath({ workspaceId, id, expiresAt }: PicturePlace, signer: Signer): string {
  const expiry = String(Math.floor(expiresAt.getTime() / 1_000));
  const signature = signer.sign(signed(workspaceId, id, expiry));
  return `/pictures/${workspaceId}/${id}/${expiry}/${signature}.png`;
}

/** The picture that a path leads to now; undefined where we did not sign it, or its time is over. */
export function pictureAt(path: string, signer: Signer, now: Date): PicturePlace | undefined {
  const [, workspaceId = "", id = "", expiry = "", signature = ""] =
    /^\/pictures\/(\w{1,64})\/([\w-]{1,64})\/(\d{1,12})\/([\w-]{43})\.png$/.exec(path) ?? [];
  const expiresAt = new Date(Number(expiry) * 1_000);
  if (!signer.verify(signed(workspaceId, id, expiry), signature) || expiresAt <= now) return undefined;
  return { workspaceId, id, expiresAt };
}

/** As JSON, so that no two lists of parts read the same. */
function signed(...parts: string[]): string {
  return JSON.stringify(parts);
}
