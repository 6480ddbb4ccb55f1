import { type CreatedService, createService } from "../../../cloud/service.ts";
import type { Step } from "../../../delivery/convergence.ts";
import { AppError } from "../../../errors.ts";
import { keepTrying } from "../../../delivery/keep-trying.ts";
import { keepCreated } from "../created/keep-created.ts";
import { recordOutcome } from "./record-outcome.ts";
import { requestToSend } from "./submission.ts";
import { foldName } from "../../../lib/text.ts";
import type { ProgressOf } from "../../../store/request-progress.ts";
import type { Wish } from "./wish.ts";

/** So long a sender may take, once its call is over, to keep the outcome. */
const keepingMs = 5_000;

/** Sends the request, once in its life: the claim is written before, the outcome after. */
export async function send(wish: Wish): Promise<Step> {
  const { requestId, context } = wish;
  await remember(wish);
  const sentAt = context.now();
  const isOurs = await context.requests.claim(requestId, sentAt);
  if (!isOurs) return { againInMs: 1_000 };
  const outcome = await post(wish);
  if (!(outcome instanceof AppError)) return created(wish, outcome);
  context.log.warn({ err: outcome, requestId }, "create-service failed");
  const isUnknown = outcome.outcomeUnknown;
  return keep(wish, isUnknown ? unknownBecause(outcome, sentAt, context.now()) : failedBecause(outcome));
}

/** Somebody claimed the sending and left no outcome: waits as long as they may be alive, then calls it unknown. */
export async function awaitSender(wish: Wish, submitting: ProgressOf<"submitting">): Promise<Step> {
  const { requestId, context } = wish;
  const { sentAt } = submitting;
  const now = context.now();
  const waitMs = Date.parse(sentAt) + context.limits.cloudTimeoutMs + keepingMs - now.getTime();
  if (waitMs > 0) return { againInMs: waitMs };
  await context.requests.replace(requestId, "submitting", {
    status: "unknown",
    sentAt,
    lostAt: now.toISOString(),
    answered: false,
    succeeded: false,
    message: "Quartermaster was restarted while it waited for the cloud's answer.",
    asked: false,
  });
  return "next";
}

/** What must be on record before the cloud can know of the request. */
async function remember({ requestId, submission, context }: Wish): Promise<void> {
  await context.requests.remember(requestId, submission);
  await context.unsettled.add(requestId, {
    name: foldName(submission.request.name),
    connection: submission.connection,
    since: context.now().toISOString(),
  });
}

/** What the cloud answered; a failure that says how to react is an outcome here, not an accident. */
async function post({ submission, context }: Wish): Promise<CreatedService | AppError> {
  try {
    const body = requestToSend(submission, context);
    return await context.cloudOf(submission.connection).call(createService, { body });
  } catch (error) {
    if (error instanceof AppError && error.kind !== "bug") return error;
    throw error;
  }
}

/** Whoever looks for another request's service must see that this one is taken, before this request is settled. */
async function created(wish: Wish, answer: CreatedService): Promise<Step> {
  const { requestId, context } = wish;
  const { id: serviceId } = answer.service;
  if (serviceId !== undefined) await keepTrying(() => attribute(wish, serviceId));
  // Redis may have lost it since, and who presses the password's button is known by it.
  await keepTrying(() => context.requests.remember(requestId, wish.submission));
  const step = await keepCreated(wish, answer);
  await context.unsettled.drop(requestId);
  const after = { ...(serviceId === undefined ? {} : { serviceId }), connection: wish.submission.connection };
  await recordOutcome(wish, { act: "create", result: "done", after });
  return step;
}

/** The answer is right, whatever was found by looking: the other request has to be looked at again. */
async function attribute({ requestId, context }: Wish, serviceId: string): Promise<void> {
  const other = await context.origins.attributeSurely(serviceId, requestId);
  if (other === undefined || other === requestId) return;
  context.log.error({ requestId, other, serviceId }, "a service was taken for another request's");
}

function failedBecause({ message, requestId, field }: AppError): ProgressOf<"failed"> {
  return { status: "failed", message, requestId, field, told: false };
}

function unknownBecause(lost: AppError, sentAt: Date, lostAt: Date): ProgressOf<"unknown"> {
  return {
    status: "unknown",
    sentAt: sentAt.toISOString(),
    lostAt: lostAt.toISOString(),
    answered: lost.answered,
    succeeded: lost.succeeded,
    message: lost.happened,
    asked: false,
  };
}

/** The outcome is known to this process alone, so Redis being away is waited out. */
async function keep(wish: Wish, outcome: ProgressOf<"failed" | "unknown">): Promise<Step> {
  const { requestId, context } = wish;
  await keepTrying(async () => {
    const { requests } = context;
    if (await requests.replace(requestId, "submitting", outcome)) return;
    // Taken for lost meanwhile: that it surely failed is better to know.
    if (outcome.status === "failed" && (await requests.replace(requestId, "unknown", outcome))) return;
    // Redis lost what it had: without a record the request would be sent once more.
    if (await requests.saveIfGone(requestId, outcome)) await remember(wish);
  });
  if (outcome.status === "failed") await context.unsettled.drop(requestId);
  await recordOutcome(wish, {
    act: outcome.status === "failed" ? "create" : "lose-sight",
    result: "failed",
    detail: detailOf(outcome),
  });
  return "next";
}

function detailOf({ message, ...outcome }: ProgressOf<"failed" | "unknown">): string {
  const id =
    "requestId" in outcome && outcome.requestId ? ` Request id of the cloud: ${outcome.requestId}.` : "";
  return outcome.status === "failed"
    ? `${message}${id}`
    : `It is not known whether it was created. ${message}`;
}
