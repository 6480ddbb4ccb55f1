import { type Clock, stopwatch } from "../../../lib/clock.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import type { Departure } from "../../cloud/client.ts";
import type { Fenced } from "../../redis/durability.ts";
import type { Step } from "../worker.ts";
import type { RequestLog } from "./log.ts";

/** The outcome of sending a request once. */
type Sent<Answer> =
  | { outcome: "answered"; answer: Answer }
  /** The request left, and its answer was lost. */
  | { outcome: "lost"; failure: AppError }
  /** The request surely has no effect. `isUnconfirmed`: it did not leave, because Redis did not confirm its fence. */
  | { outcome: "refused"; failure: AppError; isUnconfirmed: boolean }
  /** Another process has the request. This one sent nothing. */
  | { outcome: "taken" };

interface Options<Progress, Answer> {
  log: Pick<RequestLog<Progress>, "fence">;
  id: string;
  /** The record before. */
  read: Progress | undefined;
  /** The record from the moment that the request may leave. Give it a claim of this process. */
  sending: Progress;
  moment: Clock;
  /** The request may leave within this time from now. */
  forMs: number;
  /** Prepares and sends the request; it leaves once it has passed its departure. */
  send: (departure: Departure) => Promise<Answer>;
}

/**
 * Sends a request that must be sent at most once. Right before it leaves it passes a fence: its record becomes
 * `sending`, for one process alone, and Redis confirms that. An error without a kind, or a `bug`, is thrown.
 */
export async function sendOnce<Progress, Answer>({
  log,
  id,
  read,
  sending,
  moment,
  forMs,
  send,
}: Options<Progress, Answer>): Promise<Sent<Answer>> {
  // The time starts before the request is prepared.
  const elapsedMs = stopwatch(moment);
  const fence: { kept: Progress | undefined; stopped?: Exclude<Fenced, "passed"> } = { kept: read };
  const answer = await attempt(() =>
    send({
      isTooLate: () => elapsedMs() >= forMs,
      async pass() {
        // Until the answer says otherwise.
        fence.stopped = "unconfirmed";
        const fenced = await log.fence(id, fence.kept, sending);
        if (fenced === "taken") {
          fence.stopped = fenced;
          throw new AppError("conflict", "Another process took over this request.");
        }
        fence.kept = sending;
        if (fenced === "unconfirmed")
          throw new AppError(
            "upstream",
            "Quartermaster's storage didn't confirm in time that it saved this.",
          );
        delete fence.stopped;
      },
    }),
  );
  if (fence.stopped === "taken") return { outcome: "taken" };
  if (!(answer instanceof AppError)) return { outcome: "answered", answer };
  if (answer.outcomeUnknown) return { outcome: "lost", failure: answer };
  return { outcome: "refused", failure: answer, isUnconfirmed: fence.stopped === "unconfirmed" };
}

/** Grace period for saving the outcome after the call, in milliseconds. */
const savingMs = 5_000;

type SenderContext = { now: () => Date; limits: { cloudTimeoutMs: number } };

/** Waits while another sender of a request may be at work. Once it cannot be, saves that its answer was lost. */
export async function awaitSender<Progress>(
  log: Pick<RequestLog<Progress>, "saveUnlessChanged">,
  id: string,
  sending: Progress & { sentAt: string },
  context: SenderContext,
  lostBy: (lostAt: string) => Progress,
): Promise<Step> {
  const waitMs = senderWaitMs(sending, context);
  if (waitMs > 0) return { againInMs: waitMs };
  await log.saveUnlessChanged(id, sending, lostBy(context.now().toISOString()));
  return "next";
}

/** How long the sender of a request may still be at work, in milliseconds; zero or less once it cannot be. */
export function senderWaitMs({ sentAt }: { sentAt: string }, { now, limits }: SenderContext): number {
  return Date.parse(sentAt) + limits.cloudTimeoutMs + savingMs - now().getTime();
}

/** A request with a lost answer. */
export interface Lost {
  /** When it became clear that no answer would come. */
  lostAt: string;
  /** True if the server answered with a failure of its own, and so no longer works on the request. */
  answered: boolean;
}

/** After such an answer, what the server created shows within this time. */
const showsAfterAnswerMs = 5_000;

/** Unix time in milliseconds after which a lost request that has not shown in the server's list has failed. */
export function showsByMs({ lostAt, answered }: Lost, { settleMs }: { settleMs: number }): number {
  return Date.parse(lostAt) + (answered ? Math.min(showsAfterAnswerMs, settleMs) : settleMs);
}

/** Milliseconds until then; zero or less after that. */
export function remainingMs(
  lost: Lost,
  { limits, now }: { limits: { settleMs: number }; now: () => Date },
): number {
  return showsByMs(lost, limits) - now().getTime();
}

const soonestMs = 1_000;

/** When to read the server's list again: less and less often, and once more when the time is over. */
export function readAgainInMs({ lostAt }: Pick<Lost, "lostAt">, now: Date, remainingMs: number): number {
  const ageMs = now.getTime() - Date.parse(lostAt);
  return remainingMs > 0 ? Math.min(Math.max(ageMs, soonestMs), remainingMs) : soonestMs;
}
