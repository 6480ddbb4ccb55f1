import type { Redis } from "ioredis";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { keys, ttlInSeconds } from "./keys.ts";
import { readRecord } from "./record.ts";
import { reachingRedis } from "./redis.ts";

const Post = z.object({
  /** When it was first about to be posted. */
  claimedAt: z.iso.datetime(),
  /** Where it stands, once that is known. */
  place: z.object({ channelId: z.string(), ts: z.string() }).optional(),
});
type Post = z.output<typeof Post>;

/** What is known of messages that must be posted once, by a key of their own; kept for 400 days. */
export interface Posts {
  /** Where it stands, if it is known to. */
  placeOf(key: string): Promise<Post["place"]>;
  /**
   * Claims a post; answers what was known of it before, undefined where this claim is the first. Fails as limited while
   * another one holds it.
   */
  claim(key: string, at: Date): Promise<Post | undefined>;
  /** Lets go of a claim whose post did surely not happen. */
  release(key: string): Promise<void>;
  /** Remembers where it stands. */
  posted(key: string, post: Required<Post>): Promise<void>;
}

// Longer than one post may take: whoever comes after that may look whether it happened.
const holdMs = 12_000;

/** The posts of one workspace in Redis. */
export function posts(redis: Redis, workspaceId: string): Posts {
  const keyOf = (postKey: string) => keys.post(workspaceId, postKey);
  const holdOf = (postKey: string) => keys.postHold(workspaceId, postKey);

  async function hold(postKey: string): Promise<void> {
    if ((await redis.set(holdOf(postKey), "1", "PX", holdMs, "NX")) !== null) return;
    const retryAfterMs = Math.max(100, await redis.pttl(holdOf(postKey)));
    throw new AppError("limited", "This message is just being posted.", { retryAfterMs });
  }

  return {
    async placeOf(postKey) {
      const key = keyOf(postKey);
      const known = await reachingRedis(() => redis.get(key));
      return known === null ? undefined : readRecord(Post, known, key).place;
    },
    async claim(postKey, at) {
      const key = keyOf(postKey);
      return reachingRedis(async () => {
        const known = await redis.get(key);
        const before = known === null ? undefined : readRecord(Post, known, key);
        if (before?.place) return before;
        await hold(postKey);
        // It may have been posted while the hold was somebody else's.
        const claim: Post = { claimedAt: at.toISOString() };
        const now = await redis.set(key, JSON.stringify(claim), "EX", ttlInSeconds.post, "NX", "GET");
        return now === null ? undefined : readRecord(Post, now, key);
      });
    },
    async release(postKey) {
      await reachingRedis(() => redis.del(holdOf(postKey)));
    },
    async posted(postKey, post) {
      await reachingRedis(async () => {
        await redis.set(keyOf(postKey), JSON.stringify(post), "EX", ttlInSeconds.post);
        await redis.del(holdOf(postKey));
      });
    },
  };
}
