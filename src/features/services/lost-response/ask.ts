import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import type { MessageRef, Messenger } from "../../../platform/jobs/messenger.ts";
import { type AppError, isAppError } from "../../../lib/errors.ts";
import type { ProgressOf, RequestProgress } from "../provisioning/progress.ts";
import { resolvedText } from "./texts.ts";
import type { ServicesContext } from "../context.ts";
import type { Interaction } from "../../../platform/forms/interaction.ts";
import { actions, button, confirmation } from "../../../platform/blocks/button.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Button, KnownBlock, ModalView } from "@slack/types";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import type { Service } from "../../../platform/cloud/services/service.ts";
import { formatList } from "../../../lib/text.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { requestedName } from "../form/request.ts";
import { Submission, type ProvisioningRequest, showInForm } from "../provisioning/submission.ts";
import { completeStep, stepOutcome } from "../workflow/step.ts";
import { reopenButton } from "../../../platform/forms/open.ts";

export const wasCreatedActionId = "unknown-was-created";
export const wasNotActionId = "unknown-was-not";

/**
 * Why it could not be found out by looking: the list could not be read, these services in it may be it, it is not there
 * although the cloud answered that it succeeded, or it is not there yet and may still arrive.
 */
export type Why =
  | { failure: AppError }
  | { services: readonly Service[] }
  | "nameless"
  | "unlisted"
  | "abandoned";

/** The question as a message that stays. */
function questionReply(provisioning: ProvisioningRequest, unknown: ProgressOf<"unknown">, why: Why): Reply {
  const text = questionText(provisioning, unknown, why);
  return reply(text, [section(text), answers(provisioning)]);
}

/** The same in the modal, where that is open. */
function questionView(
  provisioning: ProvisioningRequest,
  unknown: ProgressOf<"unknown">,
  why: Why,
): ModalView {
  return notice("Not certain", [section(questionText(provisioning, unknown, why)), answers(provisioning)]);
}

function questionText(
  { submission }: ProvisioningRequest,
  { message, sentAt }: ProgressOf<"unknown">,
  why: Why,
): string {
  const { request } = submission;
  const called = request.name === undefined ? "" : ` called “${escapeName(request.name)}”`;
  return [
    `:grey_question: *It is not certain whether ${requestedName(request)} was created.*`,
    `${escapeSentence(message)} ${inWords(why)} To be safe it was not sent again.`,
    `Please look in the cloud's console for a service${called} that was created after ${slackDate(new Date(sentAt))}, and say here what you found.`,
  ].join("\n");
}

/** More ids than these help nobody. */
const namedIds = 5;

function inWords(why: Why): string {
  if (why === "nameless") return "It was asked for without a name, so it could not be looked up.";
  if (why === "unlisted")
    return "That answer was one of success, but the cloud's list of services does not have it.";
  if (why === "abandoned")
    return "The cloud's list of services does not have it so far. It may still turn up there, so look again before you create it once more.";
  if ("services" in why) {
    const ids = why.services.slice(0, namedIds).map(({ id }) => code(id));
    const services = ids.length === 1 ? "a service" : "services";
    return `The cloud's list has ${services} that may be it or another's: ${formatList(ids)}.`;
  }
  switch (why.failure.kind) {
    case "auth":
    case "forbidden":
      return "The key may not read the cloud's list of services, so it could not be looked up.";
    case "missing":
      return "This cloud does not tell its list of services, so it could not be looked up.";
    default:
      return "The cloud's list of services could not be read since, so it could not be looked up.";
  }
}

function answers({ requestId, submission }: ProvisioningRequest): KnownBlock {
  const { request, form } = submission;
  const yes = button({
    text: "It was created: here is its id",
    actionId: wasCreatedActionId,
    value: requestId,
  });
  const no: Button = {
    ...button({
      text: form ? "It was not: try again" : "It was not created",
      actionId: wasNotActionId,
      value: requestId,
    }),
    confirm: confirmation({
      title: "Is it surely not there?",
      text: `If “${request.name ?? "the service"}” was created after all, trying again creates a second one, and both cost money. Look in the cloud's console first.`,
      yes: form ? "Try again" : "It is not there",
      no: "Look first",
    }),
  };
  return actions([yes, no]);
}

/**
 * Asks the request's person what became of it: in a direct message, since what only one person sees in a channel
 * vanishes, and in the modal where that is open. Killed in between, it is asked again rather than not at all.
 */
export async function ask(
  provisioning: ProvisioningRequest,
  unknown: ProgressOf<"unknown">,
  why: Why,
): Promise<void> {
  const { requestId, submission, context } = provisioning;
  await completeStep(provisioning, stepOutcome(unknown));
  const askedIn = await tryToPost(provisioning, questionReply(provisioning, unknown, why));
  await keepAsked(provisioning, askedIn);
  context.log.warn({ requestId, name: submission.request.name }, "its person was asked what became of it");
  await showInForm(provisioning, questionView(provisioning, unknown, why));
}

/** Saves that its person was asked. Their quick answer stays, and a question that is answered already is closed. */
async function keepAsked(provisioning: ProvisioningRequest, askedIn: MessageRef | undefined): Promise<void> {
  const { requestId, submission, context } = provisioning;
  const kept = await context.requests.update(requestId, (now) =>
    now?.status === "unknown" ? { ...now, asked: true, ...(askedIn ? { askedIn } : {}) } : undefined,
  );
  const now = kept ? undefined : await context.requests.find(requestId);
  if (now && askedIn) await closeQuestion(askedIn, resolvedText(submission.request, now), context);
}

/** Who has left Slack since cannot be asked. */
async function tryToPost(
  { submission, context }: ProvisioningRequest,
  question: ReturnType<typeof questionReply>,
): Promise<MessageRef | undefined> {
  try {
    return await context.messenger.post(submission.userId, question);
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    return undefined;
  }
}

/** Puts what came out in the place of a question and its buttons; one that was deleted needs no closing. */
export async function closeQuestion(
  messageRef: MessageRef,
  text: string,
  { messenger }: { messenger: Pick<Messenger, "update"> },
): Promise<void> {
  try {
    await messenger.update(messageRef, say(text));
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
  }
}

/** The channel in which its person asked for the service that a button's question is about. */
export async function askedIn(
  { value: requestId, userId }: Interaction,
  { requests }: Pick<ServicesContext, "requests">,
): Promise<string | undefined> {
  const { data } = Submission.safeParse(await requests.submission(requestId));
  return data?.userId === userId ? data.channelId : undefined;
}

/** A request whose person is still asked what became of it. */
interface StillAsked {
  provisioning: ProvisioningRequest;
  unknown: ProgressOf<"unknown">;
}

/** The request that an answer is about; a kind reply where it is another person's, or settled by now. */
export async function stillAsked(
  { value: requestId, userId, message }: Pick<Interaction, "value" | "userId" | "message">,
  context: ServicesContext,
): Promise<StillAsked | Reply> {
  const { data: submission } = Submission.safeParse(await context.requests.submission(requestId));
  const progress = await context.requests.find(requestId);
  if (!submission || !progress)
    return say("This request is no longer kept. Look in the cloud's console whether the service is there.");
  if (submission.userId !== userId) return say("Only the person who asked for this service can answer that.");
  if (progress.status === "unknown")
    return { provisioning: { requestId, submission, context }, unknown: progress };
  const answer = resolvedReply(submission, progress);
  if (message) await closeQuestion(message, answer.text, context);
  return answer;
}

function resolvedReply({ request, form }: Submission, progress: RequestProgress): Reply {
  const text = resolvedText(request, progress);
  const again = progress.status === "failed" && form ? [actions([reopenButton(form.formId)])] : [];
  return reply(text, [section(text), ...again]);
}
