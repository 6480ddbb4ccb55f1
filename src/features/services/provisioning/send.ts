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
import type { Updated } from "../../../platform/jobs/request-log/log.ts";
import { requestMachine } from "../../../platform/jobs/request-log/machine.ts";
import { putOff, recordOutcome } from "./record-outcome.ts";

type Sending = ProgressOf<"sending">;

/** Sends the request once. If this process dies before the fence, no record is left, and the next one sends. */
export async function send(provisioning: ProvisioningRequest, before?: ProgressOf<"waiting">): Promise<Step> {
  const { submission, context } = provisioning;
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
  return machine.send(provisioning, before, sending);
}

const machine = requestMachine<ProvisioningRequest, RequestProgress, Sending, CreatedService>({
  pendingOf: ({ requestId, context }) => ({ id: requestId, log: context.requests, context }),
  send: ({ submission, context }, _, departure) => {
    const body = requestToSend(submission, context);
    return context.cloudOf(submission.connection).call(createService, { body }, { departure });
  },
  answered: (provisioning, { answer }) => created(provisioning, answer),
  lost: ({ sentAt }, { lostAt, answered, succeeded, message }) => ({
    status: "unknown",
    sentAt,
    lostAt,
    answered,
    succeeded,
    ...(message === undefined && { abandoned: true }),
    message: message ?? "Quartermaster stopped while it waited for the cloud's answer.",
    asked: false,
  }),
  next: nextAfter,
  saved: afterOutcome,
  async refused(provisioning, _, { sending, failure, isUnconfirmed, save }) {
    const { requestId, context } = provisioning;
    context.log.warn({ err: failure, requestId }, "create-service failed");
    const busy = isUnconfirmed ? "storage" : isAppError(failure, "limited") ? "cloud" : undefined;
    const later = busy && (await putOff(provisioning, sending, failure, busy));
    return later ?? save(failedBecause(failure));
  },
});

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
export function awaitCreation(provisioning: ProvisioningRequest, sending: Sending): Promise<Step> {
  return machine.awaitSender(provisioning, sending);
}

/** What must be saved before the cloud can know of the request. */
async function remember({ requestId, submission, context }: ProvisioningRequest): Promise<void> {
  await context.requests.remember(requestId, submission);
  await addUnresolved(requestId, submission, context.now().toISOString(), context);
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

/** Follows an outcome that was saved. */
async function afterOutcome(
  provisioning: ProvisioningRequest,
  { before, after }: Updated<RequestProgress>,
  outcome: RequestProgress,
): Promise<void> {
  if (outcome.status !== "failed" && outcome.status !== "unknown") return;
  const { requestId, submission, context } = provisioning;
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
}

/** The record after an outcome; undefined if the present one knows more. */
function nextAfter(
  now: RequestProgress | undefined,
  outcome: RequestProgress,
  { claim }: Sending,
): RequestProgress | undefined {
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
