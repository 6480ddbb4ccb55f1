import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Clock, slackClockToleranceMs } from "../../lib/clock.ts";
import { dayMs } from "../../lib/duration.ts";
import { AppError } from "../../lib/errors.ts";
import { limits } from "../blocks/limits.ts";
import type { Reply } from "../blocks/reply.ts";
import { context as smallPrint } from "../blocks/text.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { readRecord } from "../redis/record.ts";
import { script } from "../redis/script.ts";
import { KeptMessageRef, type MessageRef, type Messenger, type OutgoingFile } from "./messenger.ts";

/** The parts that posting once needs. */
export interface PostingParts {
  messenger: Pick<Messenger, "post" | "findMarked">;
  posts: Posts;
  now: () => Date;
  moment: Clock;
}

/** A message, and a key that no other message of the workspace has. */
export interface OncePost {
  key: string;
  channelId: string;
  threadTs?: string;
  /**
   * The message, or a function that makes it right before it is posted. The function is not called if the message
   * exists.
   */
  reply: Reply | (() => Promise<Reply>);
}

/**
 * Posts a message once under its key, through crashes at any line. Returns its reference, also if it was
 * posted before. Fails as limited while another process posts it.
 */
export async function postOnce(parts: PostingParts, post: OncePost): Promise<MessageRef> {
  const known = await parts.posts.messageRefOf(post.key);
  if (known) return known;
  const at = parts.now();
  const claim = await parts.posts.claim(post.key, at);
  if (claim.before?.messageRef) return claim.before.messageRef;
  const claimedAt = claim.before?.claimedAt ?? at.toISOString();
  const messageRef = await parts.posts.holding(claim, () => findOrSend(parts, post, claim));
  await parts.posts.posted(post.key, { claimedAt, messageRef });
  return messageRef;
}

async function findOrSend(
  { messenger, posts, now, moment }: PostingParts,
  { key, channelId, threadTs, reply: given }: OncePost,
  claim: Claim,
): Promise<MessageRef> {
  let isUnsure = false;
  if (claim.before) {
    // The previous owner of the claim may have died right after posting.
    const since = postedSince(Date.parse(claim.before.claimedAt), now().getTime());
    const found = await messenger.findMarked(channelId, key, since, threadTs);
    if (found && found !== "unreadable") return found;
    isUnsure = found === "unreadable";
  }
  let isUnderWay = false;
  try {
    // Made only now, because its data (such as a report's days) must match the message that exists.
    const made = typeof given === "function" ? await given() : given;
    const reply = isUnsure ? maybeTwice(made) : made;
    // A process that paused until another one took over must not post too.
    const sendBy = { since: moment(), forMs: postSendMs };
    await posts.hold(claim);
    isUnderWay = true;
    const options = { mark: key, sendBy, ...(threadTs === undefined ? {} : { threadTs }) };
    return await messenger.post(channelId, reply, options);
  } catch (error) {
    // A post that may have happened keeps its claim for a while, so Slack has it when a process searches for it.
    if (!isUnderWay || (error instanceof AppError && error.kind !== "upstream")) await posts.release(claim);
    throw error;
  }
}

/** In mrkdwn. */
const twiceNote =
  "_Slack didn't answer when I posted this before, and I may not read messages here. So it may be here twice._";

/** A message that may be there already, where the app may not look. It says so. */
export function maybeTwice({ text, blocks, ...rest }: Reply): Reply {
  const noted = blocks.length < limits.message.blocks ? [...blocks, smallPrint(twiceNote)] : blocks;
  return { ...rest, text: `${text}\n${twiceNote}`, blocks: noted };
}

/**
 * The earliest time, by Slack's clock, of a post with a claim of then. A claim of the future was made by a wrong clock,
 * so its post is sought in the last day.
 */
export function postedSince(claimedAtMs: number, nowMs: number): Date {
  const sinceMs = claimedAtMs - slackClockToleranceMs;
  return new Date(sinceMs > nowMs ? nowMs - dayMs : sinceMs);
}

const Post = z.object({
  /** When it was first claimed. */
  claimedAt: z.iso.datetime(),
  /** Its message reference, once known. */
  messageRef: KeptMessageRef.optional(),
});
type Post = z.output<typeof Post>;

/** A claim to make a post. */
interface Claim {
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

/** The parts that sharing once needs. */
interface SharingParts {
  messenger: Pick<Messenger, "share" | "isShared">;
  posts: Posts;
  now: () => Date;
}

/** A file in the thread of a message, and a key that no other post of the workspace has. */
interface OnceShared {
  key: string;
  thread: MessageRef;
  /** Its name is found again after a crash, so no other file of the thread has it. */
  fileName: string;
  /** Makes the file right before it is shared. Not called if it is there. */
  file: () => Promise<OutgoingFile>;
  /** Mrkdwn. */
  comment: string;
}

/** Shares a file in a thread once under its key, through crashes at any line. Fails as limited while another process does. */
export async function shareOnce(parts: SharingParts, wanted: OnceShared): Promise<void> {
  const { posts, now } = parts;
  const { key, thread } = wanted;
  if (await posts.messageRefOf(key)) return;
  const at = now();
  const claim = await posts.claim(key, at);
  if (claim.before?.messageRef) return;
  await posts.holding(claim, () => findOrShare(parts, wanted, claim));
  await posts.posted(key, { claimedAt: claim.before?.claimedAt ?? at.toISOString(), messageRef: thread });
}

async function findOrShare(
  { messenger, posts, now }: SharingParts,
  { thread, fileName, file, comment }: OnceShared,
  claim: Claim,
): Promise<void> {
  let isUnderWay = false;
  try {
    const since = claim.before && postedSince(Date.parse(claim.before.claimedAt), now().getTime());
    // The previous owner of the claim may have died right after sharing it.
    if (since && (await messenger.isShared(fileName, since, thread))) return;
    const made = await file();
    await posts.hold(claim);
    isUnderWay = true;
    const to = { channelId: thread.channelId, threadTs: thread.ts, comment };
    await messenger.share({ ...made, title: made.name }, to);
  } catch (error) {
    if (!isUnderWay || (error instanceof AppError && error.kind !== "upstream")) await posts.release(claim);
    throw error;
  }
}
