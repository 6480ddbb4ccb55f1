import { say } from "../../../blocks/reply.ts";
import type { MessagePlace, Messenger } from "../../../delivery/messenger.ts";
import { isAppError } from "../../../errors.ts";
import { showInForm } from "../say-where-asked.ts";
import type { ProgressOf, Wish } from "../wish.ts";
import { completeStep, stepOutcome } from "../workflow-outcome.ts";
import { type Why, questionReply, questionView } from "./question.ts";

/**
 * Asks the request's person what became of it: in a direct message, since what only one person sees in a channel
 * vanishes, and in the modal where that is open. Killed in between, it is asked again rather than not at all.
 */
export async function ask(wish: Wish, unknown: ProgressOf<"unknown">, why: Why): Promise<void> {
  const { requestId, submission, context } = wish;
  const askedIn = await tryToPost(wish, questionReply(wish, unknown, why));
  const asked = { ...unknown, asked: true, ...(askedIn ? { askedIn } : {}) };
  const isAsked = await context.requests.saveUnlessChanged(requestId, unknown, asked);
  if (!isAsked && askedIn) {
    // The answer came after all, while it was asked.
    return closeQuestion(askedIn, ":white_check_mark: This was settled meanwhile.", context);
  }
  context.log.warn({ requestId, name: submission.request.name }, "its person was asked what became of it");
  await showInForm(wish, questionView(wish, unknown, why));
  await completeStep(wish, stepOutcome(unknown));
}

/** Who has left Slack since cannot be asked. */
async function tryToPost(
  { submission, context }: Wish,
  question: ReturnType<typeof questionReply>,
): Promise<MessagePlace | undefined> {
  try {
    return await context.messenger.post(submission.userId, question);
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    return undefined;
  }
}

/** Puts what came out in the place of a question and its buttons; one that was deleted needs no closing. */
export async function closeQuestion(
  place: MessagePlace,
  text: string,
  { messenger }: { messenger: Pick<Messenger, "update"> },
): Promise<void> {
  try {
    await messenger.update(place, say(text));
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
  }
}
