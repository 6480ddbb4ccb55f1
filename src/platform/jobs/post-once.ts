import type { Reply } from "../blocks/reply.ts";
import { limits } from "../blocks/limits.ts";
import { context as smallPrint } from "../blocks/text.ts";
import { AppError } from "../../lib/errors.ts";
import { dayMs } from "../../lib/duration.ts";
import { type Clock, slackClockToleranceMs } from "../../lib/clock.ts";
import { type Claim, type Posts, postSendMs } from "./posts.ts";
import type { MessageRef, Messenger } from "./messenger.ts";

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
