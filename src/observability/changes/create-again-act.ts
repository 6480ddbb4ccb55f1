import type { Reply } from "../../blocks/reply.ts";
import type { WorkspaceContext } from "../../context.ts";
import type { Act, Press } from "../../forms/act.ts";
import { acceptNext } from "./next-change.ts";
import { answerPress, changeAskedIn, pressedChange } from "./pressed.ts";
import { settledWords } from "./settled-words.ts";
import { createAgainActionId } from "./unknown-words.ts";

/** “Create it again”: a new change of the same content, once. */
export const createAgainAct: Act = {
  actionId: createAgainActionId,
  access: "operator",
  askedIn: changeAskedIn,
  press,
  replaces: true,
};

async function press(pressed: Press, context: WorkspaceContext): Promise<Reply | undefined> {
  const found = await pressedChange(pressed, context);
  if ("text" in found) return found;
  const { pending, progress } = found;
  if (progress.status !== "unknown" || progress.isAgain)
    return answerPress(pressed, settledWords(pending, progress), context);
  const answer = await acceptNext(pending, "again", pending.submitted.wanted, pressed);
  await context.changeLog.saveUnlessChanged(pending.changeId, progress, { ...progress, isAgain: true });
  return answer;
}
