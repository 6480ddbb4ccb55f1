import type { ModalView } from "@slack/types";
import type { Reply } from "../../../platform/blocks/reply.ts";
import type { MessagePlace } from "../../../platform/jobs/messenger.ts";
import { channelFirst, tellAlone } from "../../../platform/jobs/tell-alone.ts";
import { type TimeLimit, slackClockToleranceMs } from "../../../lib/clock.ts";
import type { Wish } from "./provisioning-request.ts";

/** Posts for all in the channel it was asked in, or to the person alone where the channel does not let us; nothing once `sendBy` is over. */
export function postWhereAsked(wish: Wish, reply: Reply, sendBy: TimeLimit): Promise<MessagePlace> {
  const { channelId, userId } = wish.submission;
  const { messenger } = wish.context;
  return channelFirst(
    channelId,
    (id) => messenger.post(id, reply, { mark: wish.requestId, sendBy }),
    () => messenger.post(userId, reply, { sendBy }),
  );
}

/** What `postWhereAsked` posted in the channel since then, had it been forgotten. */
export async function findWhereAsked(wish: Wish, since: Date): Promise<MessagePlace | undefined> {
  const { channelId } = wish.submission;
  if (channelId === undefined) return undefined;
  const earlier = new Date(since.getTime() - slackClockToleranceMs);
  return wish.context.messenger.findMarked(channelId, wish.requestId, earlier);
}

/** Says something for the asker's eyes alone: where they asked, or in their direct messages. */
export async function tellAsker({ submission, context }: Wish, reply: Reply): Promise<void> {
  await tellAlone(submission, reply, context.messenger);
}

/** Shows something in the modal that the request was submitted from; "gone" where it is closed, or there was none. */
export async function showInForm(
  { submission, context }: Wish,
  view: ModalView,
): Promise<"updated" | "gone"> {
  if (!submission.form) return "gone";
  return context.messenger.updateModal(submission.form.viewId, view);
}
