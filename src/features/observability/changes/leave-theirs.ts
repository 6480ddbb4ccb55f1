import { answerPress } from "./pressed.ts";
import { isUndecided, leaveTheirsActionId } from "./format-conflict.ts";
import { decidingAct } from "./deciding.ts";
import { nameOf } from "./format-change.ts";
import { settledWords } from "./format-resolved.ts";

/** “Leave theirs”: what somebody else changed stays as it is. */
export const leaveTheirsAct = decidingAct({
  actionId: leaveTheirsActionId,
  isAsked: isUndecided,
  async decide({ pending, progress, pressed }, again) {
    const { changeId, context } = pending;
    const left = { ...progress, chosen: "theirs" as const };
    const isFirst = await context.changeLog.saveUnlessChanged(changeId, progress, left);
    if (!isFirst) return again();
    const subject = nameOf(pending.submitted.wanted);
    await context.audit.record({
      at: context.now().toISOString(),
      userId: pressed.userId,
      action: "change.leave",
      ...(subject === undefined ? {} : { subject }),
      result: "done",
    });
    return answerPress(pressed, settledWords(pending, left), context);
  },
});
