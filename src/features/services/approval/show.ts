import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../context.ts";
import type { MessagePlace } from "../../../platform/jobs/messenger.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import { isAppError } from "../../../lib/errors.ts";
import { approvalMessage, threadParts } from "./message.ts";
import type { OpenedApproval } from "./record.ts";

/** The key under which the message to approvers is posted once. */
export function approvalPostKey(approvalId: string): string {
  return `approval-${approvalId}`;
}

const asPosted = "open 0";

/** Posts the message to approvers, once, and makes it look as things stand; false where it cannot be posted. */
export async function show(approval: OpenedApproval, context: ServicesContext): Promise<boolean> {
  const { id, outcome, approvedBy, notes } = approval;
  const shown = [outcome?.kind ?? "open", approvedBy.length, notes.effect ?? ""].join(" ").trim();
  if (shown === notes.shown) return true;
  const place = await post(approval, context);
  if (!place) return false;
  // It was posted so, but where its buttons wait for its thread.
  const isAsPosted = notes.shown === undefined && shown === asPosted && threadParts(approval).length === 0;
  if (!isAsPosted) await edit(place, approvalMessage(approval, { isInThread: true }), context);
  await context.approvals.note(id, { shown });
  return true;
}

/** With all its parts, where it is too long for one message. */
async function post(approval: OpenedApproval, context: ServicesContext): Promise<MessagePlace | undefined> {
  const key = approvalPostKey(approval.id);
  const { channelId } = approval.content.policy;
  try {
    const place = await postOnce(context, { key, channelId, reply: approvalMessage(approval) });
    const parts = approval.outcome ? [] : threadParts(approval);
    for (const [index, reply] of parts.entries())
      await postOnce(context, { key: `${key}-${index + 1}`, channelId, threadTs: place.ts, reply });
    return place;
  } catch (error) {
    if (isAppError(error, "forbidden", "missing")) return undefined;
    throw error;
  }
}

/** Takes the buttons out of a message whose request cannot be read any more. */
export async function showVoid(approvalId: string, how: string, context: ServicesContext): Promise<void> {
  const place = await context.posts.placeOf(approvalPostKey(approvalId));
  if (place) await edit(place, say(how), context);
}

/** One that was deleted needs no edit. */
async function edit(place: MessagePlace, message: Reply, { messenger }: ServicesContext): Promise<void> {
  try {
    await messenger.update(place, message);
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
  }
}
