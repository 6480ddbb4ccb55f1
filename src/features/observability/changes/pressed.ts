import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { ObservabilityContext } from "../context.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import type { ChangeProgress } from "./progress.ts";
import { viewOf, messageOf, type OutcomeWords } from "./outcome-view.ts";
import type { PendingChange } from "./pending-change.ts";
import { SubmittedChange } from "./submitted-change.ts";

/** A change that a button is about, and how far it has come. */
export interface PressedChange {
  pending: PendingChange;
  progress: ChangeProgress;
}

/** The change that a button is about; a kind reply where it is not kept any more, or is another person's. */
export async function pressedChange(
  { value: changeId, userId }: Press,
  context: ObservabilityContext,
): Promise<PressedChange | Reply> {
  const { data: submitted } = SubmittedChange.safeParse(await context.changeLog.submitted(changeId));
  const progress = await context.changeLog.find(changeId);
  if (!submitted || !progress)
    return say("This change is no longer kept. Look how it is by now, and change it anew.");
  if (submitted.userId !== userId) return say("Only the person who asked for this change can decide that.");
  return { pending: { changeId, submitted, context }, progress };
}

/** The channel in which its person asked for the change that a button is about. */
export const changeAskedIn: Act<ObservabilityContext>["askedIn"] = async (
  { value: changeId, userId },
  { changeLog },
) => {
  const { data } = SubmittedChange.safeParse(await changeLog.submitted(changeId));
  return data?.userId === userId ? data.channelId : undefined;
};

/** Answers a press where the button stands: in its modal, or in place of its message. */
export async function answerPress(
  { viewId }: Press,
  words: OutcomeWords,
  { messenger }: Pick<ObservabilityContext, "messenger">,
): Promise<Reply | undefined> {
  if (viewId === undefined) return messageOf(words);
  await messenger.updateModal(viewId, viewOf(words));
  return undefined;
}
