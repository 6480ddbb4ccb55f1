import type { Button, KnownBlock, ModalView } from "@slack/types";
import type { AppError } from "../../../lib/errors.ts";
import { formatList } from "../../../lib/text.ts";
import { actions, button, confirmation } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { Service } from "../../../platform/cloud/services/service.ts";
import type { Interaction } from "../../../platform/forms/interaction.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { reopenButton } from "../../../platform/forms/open.ts";
import { type MessageRef, type Messenger, ifReachable } from "../../../platform/jobs/messenger.ts";
import type { ServicesContext } from "../context.ts";
import { requestedName } from "../form/request.ts";
import type { ProgressOf, RequestProgress } from "../provisioning/progress.ts";
import {
  type ProvisioningRequest,
  type Submission,
  findSubmission,
  showInForm,
} from "../provisioning/submission.ts";
import { completeStep, stepOutcome } from "../workflow/step.ts";

export const wasCreatedActionId = "unknown-was-created";
export const wasNotActionId = "unknown-was-not";

/**
 * Why the list did not resolve it: it could not be read, these services may be it, it was asked for without a name, it
 * is not listed although the cloud answered that it succeeded, or its sender may still go on.
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

/** The same in the modal. */
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
    `${escapeSentence(message)} ${formatWhy(why)} To be safe it was not sent again.`,
    `Please look in the cloud's console for a service${called} that was created after ${slackDate(new Date(sentAt))}, and say here what you found.`,
  ].join("\n");
}

/** More ids than these do not help. */
const namedIds = 5;

function formatWhy(why: Why): string {
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
 * Asks the requester whether it was created: in a direct message, because an ephemeral message vanishes, and in the
 * modal if it is open. After a crash in between, it asks again.
 */
export async function ask(
  provisioning: ProvisioningRequest,
  unknown: ProgressOf<"unknown">,
  why: Why,
): Promise<void> {
  const { requestId, submission, context } = provisioning;
  await completeStep(provisioning, stepOutcome(unknown));
  const question = questionReply(provisioning, unknown, why);
  const askedIn = await ifReachable(() => context.messenger.post(submission.userId, question));
  await keepAsked(provisioning, askedIn);
  context.log.warn(
    { requestId, name: submission.request.name },
    "the requester was asked whether it was created",
  );
  await showInForm(provisioning, questionView(provisioning, unknown, why));
}

/** Saves that the requester was asked. If they answered already, that stays, and the question is closed. */
async function keepAsked(provisioning: ProvisioningRequest, askedIn: MessageRef | undefined): Promise<void> {
  const { requestId, submission, context } = provisioning;
  const kept = await context.requests.update(requestId, (now) =>
    now?.status === "unknown" ? { ...now, asked: true, ...(askedIn && { askedIn }) } : undefined,
  );
  const now = kept ? undefined : await context.requests.find(requestId);
  if (now && askedIn) await closeQuestion(askedIn, resolvedText(submission.request, now), context);
}

/** Replaces a question and its buttons with the outcome, unless it was deleted. */
export async function closeQuestion(
  messageRef: MessageRef,
  text: string,
  { messenger }: { messenger: Pick<Messenger, "update"> },
): Promise<void> {
  await ifReachable(() => messenger.update(messageRef, say(text)));
}

/** The channel in which a question's own person asked for the service. */
export async function askedIn(
  { value: requestId, userId }: Interaction,
  context: Pick<ServicesContext, "requests">,
): Promise<string | undefined> {
  const submission = await findSubmission(requestId, context);
  return submission?.userId === userId ? submission.channelId : undefined;
}

/** A request with an open question. */
interface StillAsked {
  provisioning: ProvisioningRequest;
  unknown: ProgressOf<"unknown">;
}

/** The request of an answer, or a reply if it is another person's or was resolved. */
export async function stillAsked(
  { value: requestId, userId, message }: Pick<Interaction, "value" | "userId" | "message">,
  context: ServicesContext,
): Promise<StillAsked | Reply> {
  const submission = await findSubmission(requestId, context);
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

/** The modal while the cloud's list of services is read. */
export function searchingView(request: ServiceRequest): ModalView {
  return notice("Looking", [
    section(
      `:mag: *The cloud's answer did not arrive.* Looking in its list of services whether ${requestedName(request)} was created. This may take a minute; nothing is sent again.`,
    ),
    section("You may close this window: you will be told."),
  ]);
}

/** The modal while the service of an answer is checked. */
export function checkingView(serviceId: string): ModalView {
  return notice("Checking", [section(`:mag: Looking at service ${code(serviceId)}…`)]);
}

/** Replaces the question once the service was found. */
export function foundText(request: ServiceRequest, serviceId: string): string {
  return `:white_check_mark: *${requestedName(request)} was created:* it is service ${code(serviceId)}.`;
}

/** Replaces the question once the list of services does not have it. */
export function absentText(request: ServiceRequest): string {
  return `:x: *${requestedName(request)} was not created:* the cloud's list of services does not have it.`;
}

/** Replaces the question once the cloud refused the request, or surely never got it. */
export function notCreatedText(request: ServiceRequest, message: string): string {
  return `:x: *${requestedName(request)} was not created.* ${escapeSentence(message)}`;
}

/** Replaces the question once its person said that there is no such service. */
export function deniedText(request: ServiceRequest): string {
  return `:x: *${requestedName(request)} was not created*, as you said.`;
}

/** The answer to a late click on the question. */
function resolvedText(request: ServiceRequest, { status }: Pick<RequestProgress, "status">): string {
  switch (status) {
    case "created":
      return `:white_check_mark: This is settled: *${requestedName(request)} was created.*`;
    case "failed":
      return `:x: This is settled: *${requestedName(request)} was not created.*`;
    default:
      return `:hourglass_flowing_sand: *${requestedName(request)}* is being created just now.`;
  }
}
