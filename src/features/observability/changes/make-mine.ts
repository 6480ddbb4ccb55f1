import { say } from "../../../platform/blocks/reply.ts";
import { AppError } from "../../../lib/errors.ts";
import type { ChangeProgress } from "./progress.ts";
import { type Conflict, makeMineActionId } from "./format-conflict.ts";
import { decidingAct } from "./deciding.ts";
import { acceptNext, nextId } from "./next-change.ts";
import { answerPress } from "./pressed.ts";
import { settledWords } from "./format-resolved.ts";
import { ontoTheirs } from "./theirs.ts";

/** “Make my change to theirs”: the same change once more, of what was there when its person was asked. */
export const makeMineAct = decidingAct({
  actionId: makeMineActionId,
  isAsked: isMineToMake,
  async decide({ pending, progress, pressed }, again) {
    const { changeId, context, submitted } = pending;
    if (progress.chosen === "mine" && (await context.changeLog.find(nextId(changeId, "mine"))))
      return answerPress(pressed, settledWords(pending, progress), context);
    const mine = await ontoTheirs(submitted.wanted, progress.theirs);
    if (mine instanceof AppError) return say(mine.message);
    // Before it is accepted: who presses both buttons at once chooses one.
    const chosen = { ...progress, chosen: "mine" as const };
    if (!(await context.changeLog.saveUnlessChanged(changeId, progress, chosen))) return again();
    return acceptNext(pending, "mine", mine, pressed);
  },
});

/** A process may have died between the choice and its acceptance: then the next press accepts it. */
function isMineToMake(progress: ChangeProgress): progress is Conflict {
  return progress.status === "conflict" && progress.chosen !== "theirs";
}
