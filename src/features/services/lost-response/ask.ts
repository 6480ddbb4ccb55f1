import { say } from "../../../platform/blocks/reply.ts";
import type { MessagePlace, Messenger } from "../../../platform/jobs/messenger.ts";
import { isAppError } from "../../../lib/errors.ts";
import { showInForm } from "../provisioning/say-where-asked.ts";
import type { ProgressOf } from "../provisioning/progress.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";
import { completeStep, stepOutcome } from "../workflow/outcome.ts";
import { settledText } from "./texts.ts";
import { type Why, questionReply, questionView } from "./question.ts";

/**
 * Asks the request's person what became of it: in a direct message, since what only one person sees in a channel
 * vanishes, and in the modal where that is open. Killed in between, it is asked again rather than not at all.
 */
export async function ask(wish: Wish, unknown: ProgressOf<"unknown">, why: Why): Promise<void> {
  const { requestId, submission, context } = wish;
  await completeStep(wish, stepOutcome(unknown));
  const askedIn = await tryToPost(wish, questionReply(wish, unknown, why));
  await keepAsked(wish, askedIn);
  context.log.warn({ requestId, name: submission.request.name }, "its person was asked what became of it");
  await showInForm(wish, questionView(wish, unknown, why));
}

/** Who is quick has answered by now: what they said stays, and a question that is settled is closed. */
async function keepAsked(wish: Wish, askedIn: MessagePlace | undefined): Promise<void> {
  const { requestId, submission, context } = wish;
  const now = await context.requests.find(requestId);
  if (now?.status === "unknown") {
    const asked = { ...now, asked: true, ...(askedIn ? { askedIn } : {}) };
    if (await context.requests.saveUnlessChanged(requestId, now, asked)) return;
    return keepAsked(wish, askedIn);
  }
  if (now && askedIn) await closeQuestion(askedIn, settledText(submission.request, now), context);
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
