import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { readRecord } from "../redis/record.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { script } from "../redis/script.ts";
import { KeptMessageRef } from "./messenger.ts";

const Post = z.object({
  /** When it was first claimed. */
  claimedAt: z.iso.datetime(),
  /** Its message reference, once known. */
  messageRef: KeptMessageRef.optional(),
});
type Post = z.output<typeof Post>;

/** A claim to make a post. */
export interface Claim {
  key: string;
  /** Identifies this claim. */
  token: string;
  /** The record before. Undefined if the post was never claimed. */
  before: Post | undefined;
}

/**
 * How long a process holds what it posts. After that, others may search for the post: Slack's client gives up after
 * 10 s, so it has reached Slack or never will.
 */
export const postHoldMs = 12_000;
/** How long after the hold began a post may leave, so Slack has it when another process searches for it. */
export const postSendMs = 10_000;

const ifHeld = (command: string) =>
  script(`
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
return ${command}
`);
const extendHeld = ifHeld(`redis.call("PEXPIRE", KEYS[1], ARGV[2])`);
const dropHeld = ifHeld(`redis.call("DEL", KEYS[1])`);

/** The messages of one workspace that must be posted once, by key, in Redis. Kept for 400 days. */
export function posts(redis: RedisClient, workspaceId: string, holdMs = postHoldMs) {
  const keyOf = (postKey: string) => keys.post(workspaceId, postKey);
  const holdOf = (postKey: string) => keys.postHold(workspaceId, postKey);

  async function begin(postKey: string, token: string): Promise<void> {
    if ((await redis.set(holdOf(postKey), token, "PX", holdMs, "NX")) !== null) return;
    const retryAfterMs = Math.max(100, await redis.pttl(holdOf(postKey)));
    throw new AppError("limited", "I'm already posting this message.", { retryAfterMs });
  }

  /** Holds a claim for another 12 s. Fails as limited if it expired, because another process may have it now. */
  async function hold({ key, token }: Claim): Promise<void> {
    const held = await reachingRedis(() => extendHeld(redis, [holdOf(key)], [token, holdMs]));
    if (held !== 1)
      throw new AppError("limited", "This message took too long to post.", { retryAfterMs: 100 });
  }

  return {
    /** The message reference, if it is known. */
    async messageRefOf(postKey: string): Promise<Post["messageRef"]> {
      const key = keyOf(postKey);
      const known = await reachingRedis(() => redis.get(key));
      return known === null ? undefined : readRecord(Post, known, key).messageRef;
    },
    /** Claims a post for 12 s. Fails as limited while another process holds it. */
    async claim(postKey: string, at: Date): Promise<Claim> {
      const [key, token] = [keyOf(postKey), randomUUID()];
      return reachingRedis(async () => {
        await begin(postKey, token);
        // Another process may have posted it in the meantime.
        const claim: Post = { claimedAt: at.toISOString() };
        const known = await redis.set(key, JSON.stringify(claim), "EX", ttlInSeconds.post, "NX", "GET");
        const before = known === null ? undefined : readRecord(Post, known, key);
        return { key: postKey, token, before };
      });
    },
    hold,
    /** Runs the work of a claim, and holds the claim for as long. */
    async holding<T>(claim: Claim, work: () => Promise<T>): Promise<T> {
      // A lost claim is noticed right before the post, when it matters.
      const timer = setInterval(() => void hold(claim).catch(() => undefined), holdMs / 3);
      try {
        return await work();
      } finally {
        clearInterval(timer);
      }
    },
    /** Releases a claim if the post certainly did not happen. */
    async release({ key, token }: Claim): Promise<void> {
      await reachingRedis(() => dropHeld(redis, [holdOf(key)], [token]));
    },
    /** Saves the message reference. */
    async posted(postKey: string, post: Required<Post>): Promise<void> {
      await reachingRedis(async () => {
        await redis.set(keyOf(postKey), JSON.stringify(post), "EX", ttlInSeconds.post);
        await redis.del(holdOf(postKey));
      });
    },
  };
}

/** The messages of a workspace that must be posted once. */
export type Posts = ReturnType<typeof posts>;
