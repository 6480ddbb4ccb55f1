import { AppError } from "../../lib/errors.ts";
import type { MessageRef, Messenger, OutgoingFile } from "./messenger.ts";
import { postedSince } from "./post-once.ts";
import type { Claim, Posts } from "./posts.ts";

/** The parts that sharing once needs. */
interface SharingParts {
  messenger: Pick<Messenger, "share" | "isShared">;
  posts: Posts;
  now: () => Date;
}

/** A file in the thread of a message, and a key that no other post of the workspace has. */
export interface OnceShared {
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
