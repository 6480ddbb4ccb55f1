import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { recordChange } from "../../../platform/commands/command.ts";
import { AppError } from "../../../lib/errors.ts";
import type { ChangeProgress, ChangeProgressOf } from "./progress.ts";
import {
  type Conflict,
  createAgainActionId,
  isUndecided,
  leaveTheirsActionId,
  makeMineActionId,
  resolvedWords,
} from "./format-outcome.ts";
import { ontoTheirs } from "./differences.ts";
import { nameOf } from "./format-change.ts";
import type { ObservabilityContext } from "../context.ts";
import type { WorkState } from "../../../platform/jobs/queue.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { type PendingChange, SubmittedChange, type WantedChange } from "./change.ts";
import * as texts from "./texts.ts";
import { type OutcomeWords, messageOf, savingWords, viewOf } from "./views.ts";

/** The change of a button and its progress. A reply if it is no longer kept, or is another person's. */
async function changeOf(
  { value: changeId, userId }: Interaction,
  context: ObservabilityContext,
): Promise<{ pending: PendingChange; progress: ChangeProgress } | Reply> {
  const { data: submitted } = SubmittedChange.safeParse(await context.changeLog.submission(changeId));
  const progress = await context.changeLog.find(changeId);
  if (!submitted || !progress) return say(texts.notKept);
  if (submitted.userId !== userId) return say(texts.notYours);
  return { pending: { changeId, submitted, context }, progress };
}

/** The channel in which its person asked for the change of a button. */
const changeAskedIn: Action<ObservabilityContext>["askedIn"] = async (
  { value: changeId, userId },
  { changeLog },
) => {
  const { data } = SubmittedChange.safeParse(await changeLog.submission(changeId));
  return data?.userId === userId ? data.channelId : undefined;
};

/** Answers a click in the button's modal, or in place of its message. */
async function answerInteraction(
  { viewId }: Interaction,
  words: OutcomeWords,
  { messenger }: Pick<ObservabilityContext, "messenger">,
): Promise<Reply | undefined> {
  if (viewId === undefined) return messageOf(words);
  await messenger.updateModal(viewId, viewOf(words));
  return undefined;
}

/** The outcome must replace the answer to the click, and so come after it. */
const answeredWithinMs = 1_000;

type NextWord = "mine" | "again";

/** The id of the change that follows from another one. */
function nextId(changeId: string, word: NextWord): string {
  return `${changeId}-${word}`;
}

/** Accepts a change that follows from another one, once however often its button is clicked, and says so. */
async function acceptNext(
  { changeId, submitted, context }: PendingChange,
  word: NextWord,
  wanted: WantedChange,
  interaction: Interaction,
): Promise<Reply | undefined> {
  const { form: _form, ...others } = submitted;
  const next: SubmittedChange = { ...others, wanted, viewId: interaction.viewId };
  await context.changes.accept(nextId(changeId, word), next, answeredWithinMs);
  return answerInteraction(interaction, savingWords(wanted), context);
}

/** “Make my change too”: the same change, of the thing as it was when its person was asked. */
export const makeMineAction = decidingAction({
  actionId: makeMineActionId,
  isAsked: isMineToMake,
  async decide({ pending, progress, interaction }, again) {
    const { changeId, context, submitted } = pending;
    if (progress.chosen === "mine" && (await context.changeLog.find(nextId(changeId, "mine"))))
      return answerInteraction(interaction, resolvedWords(pending, progress), context);
    const mine = await ontoTheirs(submitted.wanted, progress.theirs);
    if (mine instanceof AppError) return say(mine.message);
    // Saved before it is accepted: clicking both buttons at once chooses one.
    const chosen = { ...progress, chosen: "mine" as const };
    if (!(await context.changeLog.saveUnlessChanged(changeId, progress, chosen))) return again();
    return acceptNext(pending, "mine", mine, interaction);
  },
});

/** If a process died between the choice and its acceptance, the next click accepts it. */
function isMineToMake(progress: ChangeProgress): progress is Conflict {
  return progress.status === "conflict" && progress.chosen !== "theirs";
}

/** “Keep theirs”: someone else's change stays. */
export const leaveTheirsAction = decidingAction({
  actionId: leaveTheirsActionId,
  isAsked: isUndecided,
  async decide({ pending, progress, interaction }, again) {
    const { changeId, context } = pending;
    const left = { ...progress, chosen: "theirs" as const };
    const isFirst = await context.changeLog.saveUnlessChanged(changeId, progress, left);
    if (!isFirst) return again();
    const subject = nameOf(pending.submitted.wanted);
    const change = { action: "change.leave", ...(subject && { subject }) } as const;
    await recordChange(change, context, { userId: interaction.userId });
    return answerInteraction(interaction, resolvedWords(pending, left), context);
  },
});

/** “Create again”: a new change of the same content, once. */
export const createAgainAction = decidingAction({
  actionId: createAgainActionId,
  isAsked: (progress: ChangeProgress): progress is ChangeProgressOf<"unknown"> =>
    progress.status === "unknown" && !progress.isAgain,
  async decide({ pending, progress, interaction }) {
    const { changeId, context, submitted } = pending;
    const answer = await acceptNext(pending, "again", submitted.wanted, interaction);
    await context.changeLog.saveUnlessChanged(changeId, progress, { ...progress, isAgain: true });
    return answer;
  },
});

interface Decision<Asked extends ChangeProgress> {
  actionId: string;
  /** True if the change waits for this decision. */
  isAsked: (progress: ChangeProgress) => progress is Asked;
  /** Carries the decision out. `again` reads the change once more, if it went on meanwhile. */
  decide: (
    asked: { pending: PendingChange; progress: Asked; interaction: Interaction },
    again: () => Promise<Reply | undefined>,
  ) => Promise<Reply | undefined>;
}

/** A button with which a change's person decides how it goes on. If nothing is asked, it shows the change's state. */
function decidingAction<Asked extends ChangeProgress>({
  actionId,
  isAsked,
  decide,
}: Decision<Asked>): Action {
  async function run(interaction: Interaction, context: ObservabilityContext): Promise<Reply | undefined> {
    const found = await changeOf(interaction, context);
    if ("text" in found) return found;
    const { pending, progress } = found;
    if (!isAsked(progress)) return answerInteraction(interaction, resolvedWords(pending, progress), context);
    return decide({ pending, progress, interaction }, () => run(interaction, context));
  }
  return { actionId, access: "operator", askedIn: changeAskedIn, run, replaces: true };
}

/** Where a change is, or the one that its person chose instead, for whoever started it. */
export async function stateOfChange(
  changeId: string,
  context: Pick<ObservabilityContext, "changeLog">,
): Promise<WorkState> {
  const progress = await context.changeLog.find(changeId);
  switch (progress?.status) {
    case "done":
      return { state: "done" };
    case "failed":
      return { state: progress.mayBeDone ? "unknown" : "failed", reason: progress.message };
    case "unknown":
      return progress.isAgain
        ? stateOfChange(nextId(changeId, "again"), context)
        : { state: "unknown", reason: progress.message };
    case "conflict":
      return progress.chosen === "mine"
        ? stateOfChange(nextId(changeId, "mine"), context)
        : { state: "failed", reason: texts.changedFirst };
    default:
      return { state: "running" };
  }
}
