import { type CreatedService, createService } from "../../cloud/service.ts";
import type { Step } from "../../delivery/convergence.ts";
import { AppError } from "../../errors.ts";
import { keepTrying } from "../../delivery/keep-trying.ts";
import type { RequestProgress } from "../../store/requests.ts";
import { keepCreated } from "./created.ts";
import { requestToSend } from "./submission.ts";
import type { ProgressOf, Wish } from "./wish.ts";

/** A call to the cloud ends within 30 s; this long after it began, whoever was sending is no longer alive. */
const sendingEndsAfterMs = 45_000;

/** Sends the request, once in its life: the claim is written before, the outcome after. */
export async function send(wish: Wish): Promise<Step> {
  const { requestId, context } = wish;
  await context.requests.remember(requestId, wish.submission);
  const sentAt = context.now();
  const isOurs = await context.requests.claim(requestId, sentAt);
  if (!isOurs) return { againInMs: 1_000 };
  const outcome = await post(wish);
  if (!(outcome instanceof AppError)) return keepCreated(wish, outcome);
  context.log.warn({ err: outcome, requestId }, "create-service failed");
  return keep(
    wish,
    outcome.outcomeUnknown ? unknownBecause(outcome, sentAt, context.now()) : failedBecause(outcome),
  );
}

/** Somebody claimed the sending and left no outcome: waits as long as they may be alive, then calls it unknown. */
export async function settleLost(wish: Wish, { sentAt }: ProgressOf<"submitting">): Promise<Step> {
  const now = wish.context.now();
  const waitMs = Date.parse(sentAt) + sendingEndsAfterMs - now.getTime();
  if (waitMs > 0) return { againInMs: waitMs };
  const lostAt = now.toISOString();
  const message = "Quartermaster was restarted while it waited for the cloud's answer.";
  return keep(wish, { status: "unknown", sentAt, lostAt, answered: false, message, asked: false });
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

function failedBecause({ message, requestId, field }: AppError): ProgressOf<"failed"> {
  return { status: "failed", message, requestId, field, told: false };
}

function unknownBecause({ message }: AppError, sentAt: Date, lostAt: Date): ProgressOf<"unknown"> {
  return {
    status: "unknown",
    sentAt: sentAt.toISOString(),
    lostAt: lostAt.toISOString(),
    answered: false,
    message,
    asked: false,
  };
}

/** The outcome is known to this process alone, so Redis being away is waited out. */
async function keep({ requestId, context }: Wish, progress: RequestProgress): Promise<Step> {
  await keepTrying(() => context.requests.save(requestId, progress));
  return "next";
}
