import { answerPress } from "./pressed.ts";
import { isUndecided, leaveTheirsActionId } from "./conflict-words.ts";
import { decidingAct } from "./deciding-act.ts";
import { settledWords } from "./settled-words.ts";

/** “Leave theirs”: what somebody else changed stays as it is. */
export const leaveTheirsAct = decidingAct({
  actionId: leaveTheirsActionId,
  isAsked: isUndecided,
  async decide({ pending, progress, pressed }, again) {
    const { changeId, context } = pending;
    const left = { ...progress, chosen: "theirs" as const };
    const isFirst = await context.changeLog.saveUnlessChanged(changeId, progress, left);
    return isFirst ? answerPress(pressed, settledWords(pending, left), context) : again();
  },
});
