import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { placeInMrkdwn } from "../../../platform/blocks/place.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { plural } from "../../../lib/text.ts";
import type { DeadLetter } from "../incident/dead-letters.ts";

/**
 * Tries one dead letter again, by its item's id, or all of them; each looks as it should by now, not as it did then. Their
 * lanes find them within seconds.
 */
export async function replayLetters(which: string, context: AlertsContext): Promise<Reply> {
  const itemIds = which === "all" ? (await context.deadLetters.list()).map(({ itemId }) => itemId) : [which];
  const replayed: DeadLetter[] = [];
  for (const itemId of itemIds) {
    const letter = await context.deadLetters.replay(itemId, context.now().getTime());
    if (letter) replayed.push(letter);
  }
  if (replayed.length === 0) throw nothingThere(which);
  return again(replayed);
}

/** Throws one dead letter away, by its item's id. */
export async function dropLetter(itemId: string, { deadLetters }: AlertsContext): Promise<Reply> {
  if (!(await deadLetters.drop(itemId))) throw nothingThere(itemId);
  return say("It is thrown away, and is not tried again.");
}

function again(replayed: readonly DeadLetter[]): Reply {
  const [first] = replayed;
  const text =
    first && replayed.length === 1
      ? `It is tried again ${placeInMrkdwn(first)}, and shows within seconds where the channel takes it.`
      : `${plural(replayed.length, "dead letter")} are tried again, one a second in each channel.`;
  const hint = "What fails once more is listed again.";
  return reply(`${text} ${hint}`, [
    section(`${text} ${hint}`),
    actions([commandButton("Show dead letters", "alerts dead")]),
  ]);
}

function nothingThere(which: string): AppError {
  return new AppError(
    "missing",
    which === "all"
      ? "There are no dead letters any more."
      : "It is no dead letter any more: somebody tried it again or threw it away. `/db alerts dead` lists those there are.",
  );
}
