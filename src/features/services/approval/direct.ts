import { orUndefined } from "../../../lib/errors.ts";
import type { MessageRef } from "../../../platform/jobs/messenger.ts";
import type { ServicesContext } from "../context.ts";
import type { OpenedApproval } from "./content.ts";
import { directKey, membersIn, showAt, stateOf } from "./message.ts";

/** How many members of the group get a request in direct messages. */
const mostMembers = 20;

/** Sends an open request to the members of its group once each, and keeps those messages up to date. */
export async function showDirectly(approval: OpenedApproval, context: ServicesContext): Promise<void> {
  const { id, outcome, notes } = approval;
  const shownDirectly = stateOf(approval);
  if (shownDirectly === notes.shownDirectly) return;
  if (notes.members === undefined && outcome) return;
  // Kept before the first message, so after a crash the same people get it, and no one keeps buttons.
  const members = notes.members === undefined ? await membersToTell(approval, context) : membersIn(approval);
  if (notes.members === undefined) await context.approvals.note(id, { members: members.join(" ") });
  for (const userId of members)
    await showAt(
      { channelId: userId, key: directKey(id, userId), isDirect: true },
      approval,
      notes.shownDirectly,
      context,
    );
  await context.approvals.note(id, { shownDirectly });
}

/** The requester can't decide, so they get none. A group that is gone has no members. */
async function membersToTell(
  { content: { policy, requesterId } }: OpenedApproval,
  { messenger }: ServicesContext,
): Promise<string[]> {
  const members = await orUndefined(
    () => messenger.people.membersOf(policy.groupId),
    "missing",
    "auth",
    "forbidden",
  );
  return (members ?? []).filter((userId) => userId !== requesterId).slice(0, mostMembers);
}

/** True for a person's own message about a request. A process that died right after posting has not saved which it is. */
export async function isOwnMessage(
  approval: OpenedApproval,
  userId: string,
  { channelId, ts }: MessageRef,
  { posts }: ServicesContext,
): Promise<boolean> {
  if (!membersIn(approval).includes(userId)) return false;
  const posted = await posts.messageRefOf(directKey(approval.id, userId));
  return posted ? posted.channelId === channelId && posted.ts === ts : channelId.startsWith("D");
}
