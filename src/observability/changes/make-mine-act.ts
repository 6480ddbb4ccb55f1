import { type Reply, say } from "../../blocks/reply.ts";
import type { WorkspaceContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { Act, Press } from "../../forms/act.ts";
import { makeMineActionId } from "./conflict-words.ts";
import { settledWords } from "./settled-words.ts";
import { acceptNext } from "./next-change.ts";
import { answerPress, changeAskedIn, pressedChange } from "./pressed.ts";
import { ontoTheirs } from "./theirs.ts";

/** “Make my change to theirs”: the same change once more, of what was there when its person was asked. */
export const makeMineAct: Act = {
  actionId: makeMineActionId,
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
  const { wanted } = pending.submitted;
  const mine = await ontoTheirs(wanted, progress.theirs);
  if (mine instanceof AppError) return say(mine.message);
  const answer = await acceptNext(pending, "mine", mine, pressed);
  await context.changeLog.saveUnlessChanged(pending.changeId, progress, { ...progress, chosen: "mine" });
  return answer;
}
