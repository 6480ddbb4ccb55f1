import type { Departure } from "../../../platform/cloud/client.ts";
import { type CreatedService, createService } from "../../../platform/cloud/services/service.ts";
import type { Step } from "../../../platform/jobs/queue.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { keepCreated } from "../announcement/keep-created.ts";
import { foldName } from "../../../lib/text.ts";
import type { ProgressOf, RequestProgress } from "./progress.ts";
import { closeQuestion } from "../lost-response/ask.ts";
import { foundText, notCreatedText } from "../lost-response/texts.ts";
import { lookAgain } from "../lost-response/resolve.ts";
import { type ProvisioningRequest, requestToSend } from "./submission.ts";
import { fenceOf, keepTrying } from "../../../platform/jobs/keep-trying.ts";
import { putOff, recordOutcome } from "./record-outcome.ts";

/** So long a sender may take, once its call is over, to keep the outcome. */
const keepingMs = 5_000;

/**
 * Sends the request, once in its life: a claim is written before, a fence is passed right before it leaves, and the
 * outcome is written after. A claim that was not used in time is taken over: its owner cannot pass the fence any more.
 */
export async function send(
  provisioning: ProvisioningRequest,
  before?: ProgressOf<"submitting" | "waiting">,
): Promise<Step> {
  const { requestId, context } = provisioning;
  await remember(provisioning);
  const { requests } = context;
  const claimed = claimNow(provisioning, before);
  const fence = fenceOf<ProgressOf<"submitting" | "sending">, ProgressOf<"sending">>({
    read: claimed,
    sending: { ...claimed, status: "sending" },
    write: (read, sending) => requests.fence(requestId, read, sending),
    clocks: context,
    forMs: context.limits.cloudTimeoutMs,
  });
  const isOurs = before
    ? await requests.saveUnlessChanged(requestId, before, claimed)
    : await requests.claim(requestId, claimed);
  if (!isOurs) return { againInMs: 1_000 };
  const outcome = await post(provisioning, fence);
  if (fence.held() === "taken") return { againInMs: 1_000 };
  if (!(outcome instanceof AppError)) return created(provisioning, outcome);
  context.log.warn({ err: outcome, requestId }, "create-service failed");
  const busy = fence.held() === "unsure" ? "storage" : isAppError(outcome, "limited") ? "cloud" : undefined;
  const later = busy && (await putOff(provisioning, claimed, outcome, busy));
  if (later) return later;
  const isUnknown = outcome.outcomeUnknown;
  const ending = isUnknown ? unknownBecause(outcome, claimed.sentAt, context.now()) : failedBecause(outcome);
  return keep(provisioning, ending, claimed.claim);
}

function claimNow(
  { context }: ProvisioningRequest,
  before: ProgressOf<"submitting" | "waiting"> | undefined,
) {
  const { since, told } = (before?.status === "waiting" ? before : before?.waited) ?? {};
  return {
    status: "submitting" as const,
    sentAt: context.now().toISOString(),
    claim: context.newId(),
    ...(since === undefined || told === undefined ? {} : { waited: { since, told } }),
  };
}

/** Another process claimed the sending and left no outcome: waits for as long as that process may be at work. */
export async function awaitSender(
  provisioning: ProvisioningRequest,
  claimed: ProgressOf<"submitting" | "sending">,
): Promise<Step> {
  const { requestId, context } = provisioning;
  const { sentAt } = claimed;
  const now = context.now();
  const waitMs = Date.parse(sentAt) + context.limits.cloudTimeoutMs + keepingMs - now.getTime();
  if (waitMs > 0) return { againInMs: waitMs };
  if (claimed.status === "submitting" && claimed.claim !== undefined) return send(provisioning, claimed);
  await context.requests.saveUnlessChanged(requestId, claimed, {
    status: "unknown",
    sentAt,
    lostAt: now.toISOString(),
    answered: false,
    succeeded: false,
    abandoned: true,
    message: "Quartermaster stopped while it waited for the cloud's answer.",
    asked: false,
  });
  return "next";
}

/** What must be on record before the cloud can know of the request. */
async function remember({ requestId, submission, context }: ProvisioningRequest): Promise<void> {
  await context.requests.remember(requestId, submission);
  await context.unsettled.add(requestId, {
    name: foldName(submission.request.name),
    connection: submission.connection,
    since: context.now().toISOString(),
  });
}

/** What the cloud answered; a failure that says how to react is an outcome here, not an accident. */
async function post(
  { submission, context }: ProvisioningRequest,
  departure: Departure,
): Promise<CreatedService | AppError> {
  try {
    const body = requestToSend(submission, context);
    return await context.cloudOf(submission.connection).call(createService, { body }, { departure });
  } catch (error) {
    if (error instanceof AppError && error.kind !== "bug") return error;
    throw error;
  }
}

/** Keeps the cloud's answer, which is right whatever was thought before. */
async function created(provisioning: ProvisioningRequest, answer: CreatedService): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  const { id: serviceId } = answer.service;
  // Whoever looks for another request's service must see that this one is taken, before this request is settled.
  if (serviceId !== undefined) await keepTrying(() => attribute(provisioning, serviceId));
  // Redis may have lost it since, and who presses the password's button is known by it.
  await keepTrying(() => context.requests.remember(requestId, submission));
  let before: RequestProgress | undefined;
  await keepTrying(async () => void (before = await context.requests.find(requestId)));
  const corrects = before && correctionOf(before, serviceId);
  const step = await keepCreated(provisioning, answer, corrects);
  await context.unsettled.drop(requestId);
  const after = { ...(serviceId === undefined ? {} : { serviceId }), connection: submission.connection };
  const detail = corrects ? { detail: "The answer came late: the request had been settled otherwise." } : {};
  await recordOutcome(provisioning, { act: "create", result: "done", after, ...detail });
  if (before?.status === "unknown" && before.askedIn)
    await closeQuestion(before.askedIn, foundText(submission.request, serviceId ?? ""), context);
  return step;
}

/** What the request's person was told that is not so; undefined if it was nothing of the kind. */
function correctionOf(
  before: RequestProgress,
  serviceId: string | undefined,
): ProgressOf<"created">["corrects"] {
  if (before.status === "failed") return {};
  const isOther = before.status === "created" && before.serviceId !== serviceId;
  return isOther ? { serviceId: before.serviceId } : undefined;
}

/** By the cloud's answer; the request that the service was taken for by looking is looked for again. */
async function attribute({ requestId, context }: ProvisioningRequest, serviceId: string): Promise<void> {
  const other = await context.origins.attributeSurely(serviceId, requestId);
  if (other === undefined || other === requestId) return;
  context.log.error({ requestId, other, serviceId }, "a service was taken for another request's");
  await lookAgain(other, serviceId, context);
}

function failedBecause({ message, requestId, field }: AppError): ProgressOf<"failed"> {
  return { status: "failed", message, requestId, field, told: false };
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

/** The outcome is known to this process alone, so Redis being away is waited out. */
async function keep(
  provisioning: ProvisioningRequest,
  outcome: ProgressOf<"failed" | "unknown">,
  claim: string | undefined,
): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  const { requests } = context;
  let isKept = false;
  let question: ProgressOf<"unknown">["askedIn"];
  await keepTrying(async () => {
    const now = await requests.find(requestId);
    const next = now ? nextAfter(now, outcome, claim) : outcome;
    if (!next) return;
    // Redis lost what it had: without a record the request would be sent once more.
    isKept = await (now
      ? requests.saveUnlessChanged(requestId, now, next)
      : requests.saveIfGone(requestId, next));
    if (!isKept) throw new AppError("conflict", "The request was taken up elsewhere at the same moment.");
    question = now?.status === "unknown" && next.status === "failed" ? now.askedIn : undefined;
    if (next.status === "unknown" || !now) await remember(provisioning);
  });
  if (!isKept) return "next";
  if (outcome.status === "failed") await context.unsettled.drop(requestId);
  await recordOutcome(provisioning, {
    act: outcome.status === "failed" ? "create" : "lose-sight",
    result: "failed",
    detail: detailOf(outcome),
  });
  if (question) await closeQuestion(question, notCreatedText(submission.request, outcome.message), context);
  return "next";
}

/** What is to be kept after an outcome; undefined if what is kept knows more. */
function nextAfter(
  now: RequestProgress,
  outcome: ProgressOf<"failed" | "unknown">,
  claim: string | undefined,
): ProgressOf<"failed" | "unknown"> | undefined {
  switch (now.status) {
    case "submitting":
    case "sending":
      return now.claim === claim ? outcome : undefined;
    case "unknown":
      // Taken for lost meanwhile: that it surely failed is better to know.
      return outcome.status === "failed" ? outcome : undefined;
    case "failed":
      // Said to be absent while it was still on its way: it may be there by now.
      return outcome.status === "unknown" ? { ...outcome, abandoned: true, reopened: true } : undefined;
    case "waiting":
    case "created":
      return undefined;
  }
}

function detailOf({ message, ...outcome }: ProgressOf<"failed" | "unknown">): string {
  const id =
    "requestId" in outcome && outcome.requestId ? ` Request id of the cloud: ${outcome.requestId}.` : "";
  return outcome.status === "failed"
    ? `${message}${id}`
    : `It is not known whether it was created. ${message}`;
}
