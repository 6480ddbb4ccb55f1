import type { ChangeProgress, ChangeProgressOf } from "./progress.ts";
import { decidingAct } from "./deciding.ts";
import { acceptNext } from "./next-change.ts";
import { createAgainActionId } from "./format-unknown.ts";

/** “Create it again”: a new change of the same content, once. */
export const createAgainAct = decidingAct({
  actionId: createAgainActionId,
  isAsked: (progress: ChangeProgress): progress is ChangeProgressOf<"unknown"> =>
    progress.status === "unknown" && !progress.isAgain,
  async decide({ pending, progress, pressed }) {
    const { changeId, context, submitted } = pending;
    const answer = await acceptNext(pending, "again", submitted.wanted, pressed);
    await context.changeLog.saveUnlessChanged(changeId, progress, { ...progress, isAgain: true });
    return answer;
  },
});
