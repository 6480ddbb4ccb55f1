import type { Reply } from "../../../platform/blocks/reply.ts";
import type { Press } from "../../../platform/forms/interaction.ts";
import type { WantedChange } from "./change.ts";
import type { PendingChange } from "./pending-change.ts";
import { answerPress } from "./pressed.ts";
import type { SubmittedChange } from "./submitted-change.ts";
import { savingWords } from "./waiting-views.ts";

/** Its outcome is drawn over what the press is answered with, and not before it. */
const answeredWithinMs = 1_000;

type NextWord = "mine" | "again";

/** The id of the change that follows from another one. */
export function nextId(changeId: string, word: NextWord): string {
  return `${changeId}-${word}`;
}

/** Accepts the change that follows from another one, once however often its button is pressed, and says so. */
export async function acceptNext(
  { changeId, submitted, context }: PendingChange,
  word: NextWord,
  wanted: WantedChange,
  press: Press,
): Promise<Reply | undefined> {
  const { form: _form, ...others } = submitted;
  const next: SubmittedChange = { ...others, wanted, viewId: press.viewId };
  await context.changes.accept(nextId(changeId, word), next, answeredWithinMs);
  return answerPress(press, savingWords(wanted), context);
}
