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
import { type MessageRef, type Messenger, redraw } from "../../../platform/jobs/messenger.ts";
import { tellDirectly } from "../../../platform/jobs/tell.ts";
import type { ServicesContext } from "../context.ts";
import { requestedName } from "../form/request.ts";
import type { ProgressOf, RequestProgress } from "../provisioning/progress.ts";
import {
  type ProvisioningRequest,
  type Submission,
  findSubmission,
  showInForm,
} from "../provisioning/submission.ts";
import * as texts from "./texts.ts";
import { completeStep, stepOutcome } from "../workflow/step.ts";

export const wasCreatedActionId = "unknown-was-created";
export const wasNotActionId = "unknown-was-not";

/**
 * Why the list did not resolve it: it couldn't be read, these services may be it, it was asked for without a name, it
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
  const called = request.name === undefined ? "" : texts.called(escapeName(request.name));
  const since = slackDate(new Date(sentAt));
  return texts.question(requestedName(request), escapeSentence(message), formatWhy(why), called, since);
}

/** More ids than these do not help. */
const namedIds = 5;

function formatWhy(why: Why): string {
  if (typeof why === "string") return texts.reasons[why];
  if ("services" in why) {
    const ids = why.services.slice(0, namedIds).map(({ id }) => code(id));
    return texts.mayBe(ids.length === 1 ? "a service" : "services", formatList(ids));
  }
  switch (why.failure.kind) {
    case "auth":
    case "forbidden":
      return texts.reasons.notAllowed;
    case "missing":
      return texts.reasons.noList;
    default:
      return texts.reasons.unread;
  }
}

function answers({ requestId, submission }: ProvisioningRequest): KnownBlock {
  const { request, form } = submission;
  const yes = button({
    text: texts.created,
    actionId: wasCreatedActionId,
    value: requestId,
  });
  const no: Button = {
    ...button({
      text: form ? texts.tryAgain : texts.notThere,
      actionId: wasNotActionId,
      value: requestId,
    }),
    confirm: confirmation({
      title: texts.sure.title,
      text: texts.sure.text(request.name ?? "the service"),
      yes: form ? texts.sure.again : texts.sure.gone,
      no: texts.sure.no,
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
  const notice = { key: `not-certain:${requestId}:${unknown.lostAt}`, userId: submission.userId };
  const askedIn = await tellDirectly({ ...notice, reply: question }, context);
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
  await redraw(messenger, messageRef, say(text));
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
  if (!submission || !progress) return say(texts.gone);
  if (submission.userId !== userId) return say(texts.onlyRequester);
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
  return notice("Looking", [section(texts.looking(requestedName(request))), section(texts.mayClose)]);
}

/** The modal while the service of an answer is checked. */
export function checkingView(serviceId: string): ModalView {
  return notice("Checking", [section(texts.checking(code(serviceId)))]);
}

/** Replaces the question once the service was found. */
export function foundText(request: ServiceRequest, serviceId: string): string {
  return texts.found(requestedName(request), code(serviceId));
}

/** Replaces the question once the list of services does not have it. */
export function absentText(request: ServiceRequest): string {
  return texts.absent(requestedName(request));
}

/** Replaces the question once the cloud refused the request, or surely never got it. */
export function notCreatedText(request: ServiceRequest, message: string): string {
  return texts.notCreated(requestedName(request), escapeSentence(message));
}

/** Replaces the question once its person said that there is no such service. */
export function deniedText(request: ServiceRequest): string {
  return texts.denied(requestedName(request));
}

/** The answer to a late click on the question. */
function resolvedText(request: ServiceRequest, { status }: Pick<RequestProgress, "status">): string {
  const name = requestedName(request);
  if (status === "created" || status === "failed") return texts.late[status](name);
  return texts.late.running(name);
}
