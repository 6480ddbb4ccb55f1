import type { Reply } from "../blocks/reply.ts";
import { AppError } from "../errors.ts";
import type { Posts } from "../store/posts.ts";
import type { MessagePlace, Messenger } from "./messenger.ts";

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

// Slack's clock is not ours.
const clockSkewMs = 60_000;

/**
 * Posts a message once for ever under its key, through crashes at any line, and answers where it stands; where it was
 * posted before, only that. Fails as limited while another one is just posting it.
 */
export async function postOnce(parts: PostingParts, post: OncePost): Promise<MessagePlace> {
  const known = await parts.posts.placeOf(post.key);
  if (known) return known;
  // Before the claim, which is held for as long as a post takes and no picture beside it.
  const reply = typeof post.reply === "function" ? await post.reply() : post.reply;
  const at = parts.now();
  const before = await parts.posts.claim(post.key, at);
  if (before?.place) return before.place;
  const claimedAt = before?.claimedAt ?? at.toISOString();
  // Who claimed it before may have died right after posting it.
  const found = before && (await find(parts, post, new Date(Date.parse(claimedAt) - clockSkewMs)));
  const place = found ?? (await send(parts, { ...post, reply }));
  await parts.posts.posted(post.key, { claimedAt, place });
  return place;
}

function find({ messenger }: PostingParts, { key, channelId, threadTs }: OncePost, since: Date) {
  return messenger.findMarked(channelId, key, since, threadTs);
}

async function send(
  { messenger, posts }: PostingParts,
  { key, channelId, threadTs, reply }: OncePost & { reply: Reply },
): Promise<MessagePlace> {
  const options = { mark: key, ...(threadTs === undefined ? {} : { threadTs }) };
  try {
    return await messenger.post(channelId, reply, options);
  } catch (error) {
    // What may have been posted keeps its hold for a while, so that Slack has it when it is looked for.
    if (error instanceof AppError && error.kind !== "upstream") await posts.release(key);
    throw error;
  }
}
