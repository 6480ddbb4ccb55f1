import type { Departure } from "../../../platform/cloud/client.ts";
import { type CreatedService, createService } from "../../../platform/cloud/services/service.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { type AppError, isAppError } from "../../../lib/errors.ts";
import { keepCreated } from "../announcement/keep-created.ts";
import type { ProgressOf, RequestProgress } from "./progress.ts";
import { closeQuestion, foundText, notCreatedText } from "../lost-response/ask.ts";
import { resolveAgain } from "../lost-response/resolve.ts";
import { type ProvisioningRequest, addUnresolved, requestToSend } from "./submission.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import { whyDenied } from "../hard-limits/denied.ts";
import { awaitSender, sendOnce } from "../../../platform/jobs/request-log/send-once.ts";
import { putOff, recordOutcome } from "./record-outcome.ts";

type Sending = ProgressOf<"sending">;

/** Sends the request once. If this process dies before the fence, no record is left, and the next one sends. */
export async function send(provisioning: ProvisioningRequest, before?: ProgressOf<"waiting">): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  // Every way to create a service ends here. What was allowed when it was asked for may be denied now.
  const denial = await whyDenied(submission, context);
  if (denial !== undefined) return deny(provisioning, denial);
  await remember(provisioning);
  const sending: Sending = {
    status: "sending",
    sentAt: context.now().toISOString(),
    claim: context.newId(),
    ...(before && { waited: { since: before.since, notified: before.notified } }),
  };
  const sent = await sendOnce<RequestProgress, CreatedService>({
    log: context.requests,
    id: requestId,
    read: before,
    sending,
    moment: context.moment,
    forMs: context.limits.cloudTimeoutMs,
    send: (departure) => post(provisioning, departure),
  });
  if (sent.outcome === "taken") return { againInMs: 1_000 };
  if (sent.outcome === "answered") return created(provisioning, sent.answer);
  const { failure } = sent;
  context.log.warn({ err: failure, requestId }, "create-service failed");
  if (sent.outcome === "lost")
    return keep(provisioning, unknownBecause(failure, sending.sentAt, context.now()), sending.claim);
  const busy = sent.isUnconfirmed ? "storage" : isAppError(failure, "limited") ? "cloud" : undefined;
  const later = busy && (await putOff(provisioning, sending, failure, busy));
  return later ?? keep(provisioning, failedBecause(failure), sending.claim);
}

/** Ends a request that is beyond the hard limits. Nothing is sent. */
async function deny(provisioning: ProvisioningRequest, message: string): Promise<Step> {
  const { requestId, context } = provisioning;
  const failed = { status: "failed", message, notified: false } as const;
  const kept = await context.requests.update(requestId, (now) =>
    now === undefined || now.status === "waiting" ? failed : undefined,
  );
  if (!kept) return "next";
  await context.unresolved.drop(requestId);
  await recordOutcome(provisioning, { verb: "create", result: "refused", detail: message });
  return "next";
}

/** Waits for another process that sent the request. If that leaves no outcome, the answer is lost. */
export function awaitCreation({ requestId, context }: ProvisioningRequest, sending: Sending): Promise<Step> {
  return awaitSender<RequestProgress>(context.requests, requestId, sending, context, (lostAt) => ({
    status: "unknown",
    sentAt: sending.sentAt,
    lostAt,
    answered: false,
    succeeded: false,
    abandoned: true,
    message: "Quartermaster stopped while it waited for the cloud's answer.",
    asked: false,
  }));
}

/** What must be saved before the cloud can know of the request. */
async function remember({ requestId, submission, context }: ProvisioningRequest): Promise<void> {
  await context.requests.remember(requestId, submission);
  await addUnresolved(requestId, submission, context.now().toISOString(), context);
}

async function post(
  { submission, context }: ProvisioningRequest,
  departure: Departure,
): Promise<CreatedService> {
  const body = requestToSend(submission, context);
  return context.cloudOf(submission.connection).call(createService, { body }, { departure });
}

/** Saves the cloud's own answer, which is always right. */
async function created(provisioning: ProvisioningRequest, answer: CreatedService): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  const { id: serviceId } = answer.service;
  // Before this request is resolved, because a search for another's service must see that this one is taken.
  if (serviceId !== undefined) await keepTrying(() => attribute(provisioning, serviceId));
  // Redis may have lost it since. The password's button needs it to know its person.
  await keepTrying(() => context.requests.remember(requestId, submission));
  const before = await keepTrying(() => context.requests.find(requestId));
  const corrects = before && correctionOf(before, serviceId);
  const step = await keepCreated(provisioning, answer, corrects);
  await context.unresolved.drop(requestId);
  const after = { ...(serviceId === undefined ? {} : { serviceId }), connection: submission.connection };
  const detail = corrects ? { detail: "The answer came late, after another outcome was recorded." } : {};
  await recordOutcome(provisioning, { verb: "create", result: "done", after, ...detail });
  if (before?.status === "unknown" && before.askedIn)
    await closeQuestion(before.askedIn, foundText(submission.request, serviceId ?? ""), context);
  return step;
}

/** What the requester must read as wrong now; undefined if they read nothing wrong before. */
function correctionOf(
  before: RequestProgress,
  serviceId: string | undefined,
): ProgressOf<"created">["corrects"] {
  if (before.status === "failed") return {};
  const isOther = before.status === "created" && before.serviceId !== serviceId;
  return isOther ? { serviceId: before.serviceId } : undefined;
}

/** Attributes the service by the cloud's answer. If it was found for another request, that one is resolved again. */
async function attribute({ requestId, context }: ProvisioningRequest, serviceId: string): Promise<void> {
  const other = await context.origins.attributeSurely(serviceId, requestId);
  if (other === undefined || other === requestId) return;
  context.log.error({ requestId, other, serviceId }, "a service was matched to another request");
  await resolveAgain(other, serviceId, context);
}

function failedBecause({ message, requestId, field }: AppError): ProgressOf<"failed"> {
  return { status: "failed", message, requestId, field, notified: false };
}

function unknownBecause(lost: AppError, sentAt: string, lostAt: Date): ProgressOf<"unknown"> {
  return {
    status: "unknown",
    sentAt,
    lostAt: lostAt.toISOString(),
    answered: lost.answered,
    succeeded: lost.succeeded,
    message: lost.happened,
    asked: false,
  };
}

/** This process alone knows the outcome, so it waits until Redis is back. */
async function keep(
  provisioning: ProvisioningRequest,
  outcome: ProgressOf<"failed" | "unknown">,
  claim: string,
): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  const { requests } = context;
  const kept = await keepTrying(() => requests.update(requestId, (now) => nextAfter(now, outcome, claim)));
  if (!kept) return "next";
  const { before, after } = kept;
  // Redis may have lost the submission with the record.
  if (after.status === "unknown" || !before) await keepTrying(() => remember(provisioning));
  if (outcome.status === "failed") await context.unresolved.drop(requestId);
  await recordOutcome(provisioning, {
    verb: outcome.status === "failed" ? "create" : "lose-sight",
    result: "failed",
    detail: detailOf(outcome),
  });
  const question = before?.status === "unknown" && after.status === "failed" ? before.askedIn : undefined;
  if (question) await closeQuestion(question, notCreatedText(submission.request, outcome.message), context);
  return "next";
}

/** The record after an outcome; undefined if the present one knows more. */
function nextAfter(
  now: RequestProgress | undefined,
  outcome: ProgressOf<"failed" | "unknown">,
  claim: string,
): ProgressOf<"failed" | "unknown"> | undefined {
  switch (now?.status) {
    // Redis lost the record, or the request was refused before its fence.
    case undefined:
    case "waiting":
      return outcome;
    case "sending":
      return now.claim === claim ? outcome : undefined;
    case "unknown":
      // Another process gave this one up. A certain failure is better to know.
      return outcome.status === "failed" ? outcome : undefined;
    case "failed":
      // The list did not have it while it was still on its way. It may be there now.
      return outcome.status === "unknown" ? { ...outcome, abandoned: true, reopened: true } : undefined;
    case "created":
      return undefined;
  }
}

function detailOf({ message, ...outcome }: ProgressOf<"failed" | "unknown">): string {
  const id =
    "requestId" in outcome && outcome.requestId ? ` Request id of the cloud: ${outcome.requestId}.` : "";
  return outcome.status === "failed" ? `${message}${id}` : `I can't tell whether it was created. ${message}`;
}
