import { say } from "../../blocks/reply.ts";
import { AppError } from "../../errors.ts";
import { isUndecided, makeMineActionId } from "./conflict-words.ts";
import { decidingAct } from "./deciding-act.ts";
import { acceptNext } from "./next-change.ts";
import { ontoTheirs } from "./theirs.ts";

/** “Make my change to theirs”: the same change once more, of what was there when its person was asked. */
export const makeMineAct = decidingAct({
  actionId: makeMineActionId,
  isAsked: isUndecided,
  async decide({ pending, progress, pressed }) {
    const { changeId, context, submitted } = pending;
    const mine = await ontoTheirs(submitted.wanted, progress.theirs);
    if (mine instanceof AppError) return say(mine.message);
    const answer = await acceptNext(pending, "mine", mine, pressed);
    await context.changeLog.saveUnlessChanged(changeId, progress, { ...progress, chosen: "mine" });
    return answer;
  },
});
