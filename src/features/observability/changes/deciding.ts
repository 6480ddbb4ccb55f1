import type { Reply } from "../../../platform/blocks/reply.ts";
import type { ObservabilityContext } from "../context.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import type { ChangeProgress } from "./progress.ts";
import type { PendingChange } from "./pending-change.ts";
import { answerPress, changeAskedIn, pressedChange } from "./pressed.ts";
import { settledWords } from "./format-resolved.ts";

interface Decision<Asked extends ChangeProgress> {
  actionId: string;
  /** True where the change waits for this very decision. */
  isAsked: (progress: ChangeProgress) => progress is Asked;
  /** Carries out what was decided; `again` looks anew at the change where it went on meanwhile. */
  decide: (
    asked: { pending: PendingChange; progress: Asked; pressed: Press },
    again: () => Promise<Reply | undefined>,
  ) => Promise<Reply | undefined>;
}

/** A button by which a change's person decides how it goes on; where nothing is asked it tells how the change stands. */
export function decidingAct<Asked extends ChangeProgress>({
  actionId,
  isAsked,
  decide,
}: Decision<Asked>): Act {
  async function press(pressed: Press, context: ObservabilityContext): Promise<Reply | undefined> {
    const found = await pressedChange(pressed, context);
    if ("text" in found) return found;
    const { pending, progress } = found;
    if (!isAsked(progress)) return answerPress(pressed, settledWords(pending, progress), context);
    return decide({ pending, progress, pressed }, () => press(pressed, context));
  }
  return { actionId, access: "operator", askedIn: changeAskedIn, press, replaces: true };
}
