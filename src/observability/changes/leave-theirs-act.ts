import type { Reply } from "../../blocks/reply.ts";
import type { WorkspaceContext } from "../../context.ts";
import type { Act, Press } from "../../forms/act.ts";
import { leaveTheirsActionId } from "./conflict-words.ts";
import { answerPress, changeAskedIn, pressedChange } from "./pressed.ts";
import { settledWords } from "./settled-words.ts";

/** “Leave theirs”: what somebody else changed stays as it is. */
export const leaveTheirsAct: Act = {
  actionId: leaveTheirsActionId,
  access: "operator",
  askedIn: changeAskedIn,
  press,
  replaces: true,
};

async function press(pressed: Press, context: WorkspaceContext): Promise<Reply | undefined> {
  const found = await pressedChange(pressed, context);
  if ("text" in found) return found;
  const { pending, progress } = found;
  if (progress.status !== "conflict" || progress.chosen !== undefined)
    return answerPress(pressed, settledWords(pending, progress), context);
  const left = { ...progress, chosen: "theirs" as const };
  const isFirst = await context.changeLog.saveUnlessChanged(pending.changeId, progress, left);
  return isFirst ? answerPress(pressed, settledWords(pending, left), context) : press(pressed, context);
}
