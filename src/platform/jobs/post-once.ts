import type { Reply } from "../blocks/reply.ts";
import { AppError } from "../../lib/errors.ts";
import { type TimeLimit, clockOf, slackClockToleranceMs } from "../../lib/clock.ts";
import type { Claim, Posts } from "./posts.ts";
import type { MessageRef, Messenger } from "./messenger.ts";

/** What posting once needs. */
export interface PostingParts {
  messenger: Pick<Messenger, "post" | "findMarked">;
  posts: Posts;
  now: () => Date;
}

/** A message to post, under a key that no other message of the workspace has. */
export interface OncePost {
  key: string;
  channelId: string;
  threadTs?: string;
  /** What to post, or how to find it out right before it is posted, which is not done where it was posted before. */
  reply: Reply | (() => Promise<Reply>);
}

// A claim is held for 12 s: Slack has the post when another process looks for it.
const sendMs = 10_000;

/**
 * Posts a message once for ever under its key, through crashes at any line, and answers where it stands; where it was
 * posted before, only that. Fails as limited while another one is just posting it.
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

async function findOrSend(parts: PostingParts, post: OncePost, claim: Claim): Promise<MessageRef> {
  // Who claimed it before may have died right after posting it.
  const found = claim.before && (await find(parts, post, claim.before.claimedAt));
  if (found) return found;
  let isUnderWay = false;
  try {
    // Only now, since what comes with it (as what a digest says of days) must be that of the message there is.
    const reply = typeof post.reply === "function" ? await post.reply() : post.reply;
    // A process that stood still for so long that another one took over must not post as well.
    const since = clockOf(parts.now)();
    await parts.posts.hold(claim);
    isUnderWay = true;
    return await send(parts, post, reply, { since, forMs: sendMs });
  } catch (error) {
    // What may have been posted keeps its hold for a while, so that Slack has it when it is looked for.
    if (!isUnderWay || (error instanceof AppError && error.kind !== "upstream"))
      await parts.posts.release(claim);
    throw error;
  }
}

function find({ messenger }: PostingParts, { key, channelId, threadTs }: OncePost, claimedAt: string) {
  return messenger.findMarked(channelId, key, postedSince(Date.parse(claimedAt)), threadTs);
}

/** From when on Slack may have a post that was claimed then, by Slack's clock. */
export function postedSince(claimedAtMs: number): Date {
  return new Date(claimedAtMs - slackClockToleranceMs);
}

function send(
  { messenger }: PostingParts,
  { key, channelId, threadTs }: OncePost,
  reply: Reply,
  sendBy: TimeLimit,
) {
  const options = { mark: key, sendBy, ...(threadTs === undefined ? {} : { threadTs }) };
  return messenger.post(channelId, reply, options);
}
