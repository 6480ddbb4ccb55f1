import type { Departure } from "../../../platform/cloud/client.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import type { ChangeProgress, ChangeProgressOf } from "./progress.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { begun, tryAgain } from "./try-again.ts";
import { idsAlike } from "./read.ts";
import { done } from "./conclude.ts";
import { type PendingChange, type Trying, type Wanted, isOutcome } from "./change.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import { awaitSender, sendOnce } from "../../../platform/jobs/request-log/send-once.ts";

export type Creation = Wanted<"create-dashboard" | "create-alert">;
type Sending = ChangeProgressOf<"sending">;
type Lost = ChangeProgressOf<"lost">;
type Done = ChangeProgressOf<"done">;

/**
 * Creates something, and never twice: it passes a fence right before it leaves, and its outcome is saved after.
 */
export async function create(pending: PendingChange<Creation>, trying: Trying | undefined): Promise<Step> {
  const { changeId, context } = pending;
  const trial = begun(pending, trying);
  const before = await attempt(() => idsAlike(pending));
  if (before instanceof AppError) return tryAgain(pending, trying, trial, before);
  const sending: Sending = {
    status: "sending",
    sentAt: context.now().toISOString(),
    claim: context.newId(),
    before,
  };
  const sent = await sendOnce<ChangeProgress, { id: string }>({
    log: context.changeLog,
    id: changeId,
    read: trying,
    sending,
    clocks: context,
    forMs: context.limits.cloudTimeoutMs,
    send: (departure) => post(pending, departure),
  });
  switch (sent.outcome) {
    case "taken":
      return { againInMs: 1_000 };
    case "answered":
      return keepSurely(pending, done({ id: sent.answer.id }));
    case "lost":
      return keepSurely(pending, lostNow(sending, sent.failure, context.now()));
    case "refused": {
      const kept = (await keptOf(pending, sending)) ?? trying;
      return tryAgain(pending, kept, trial, sent.failure, sent.isUnconfirmed ? "storage" : undefined);
    }
  }
}

/** The record if it is this sending; a write that failed may have been made. */
async function keptOf(
  { changeId, context }: PendingChange,
  { claim }: Sending,
): Promise<Sending | undefined> {
  const now = await keepTrying(() => context.changeLog.find(changeId));
  return now?.status === "sending" && now.claim === claim ? now : undefined;
}

/** Waits for another process that sent it. If that leaves no outcome, its answer is lost. */
export function awaitCreation(
  { changeId, context }: PendingChange<Creation>,
  sending: Sending,
): Promise<Step> {
  const { sentAt, before } = sending;
  const message = "Quartermaster was restarted while it waited for the server's answer.";
  return awaitSender<ChangeProgress>(context.changeLog, changeId, sending, context, (lostAt) => ({
    status: "lost",
    sentAt,
    before,
    lostAt,
    answered: false,
    message,
  }));
}

function post(
  { submitted, context }: PendingChange<Creation>,
  departure: Departure,
): Promise<{ id: string }> {
  const { target, wanted } = submitted;
  const there = observabilityClientOf(target, context);
  return wanted.kind === "create-alert"
    ? there.createAlert(wanted.body, departure)
    : there.createDashboard(wanted.body, departure);
}

function lostNow({ sentAt, before }: Sending, { happened, answered }: AppError, now: Date): Lost {
  return { status: "lost", sentAt, before, lostAt: now.toISOString(), answered, message: happened };
}

/** This process alone knows the outcome, so it waits until Redis is back. What was found in a list stays. */
async function keepSurely({ changeId, context }: PendingChange, outcome: Done | Lost): Promise<Step> {
  await keepTrying(() => context.changeLog.update(changeId, (now) => nextAfter(now, outcome)));
  return "next";
}

/** The record after an answer, or its loss; undefined if the present one knows as much. */
function nextAfter(now: ChangeProgress | undefined, outcome: Done | Lost): Done | Lost | undefined {
  if (outcome.status === "lost")
    return now?.status === "lost" || (now && isOutcome(now)) ? undefined : outcome;
  if (now?.status === "unknown") return { ...outcome, corrects: {} };
  if (now?.status !== "done") return now && isOutcome(now) ? undefined : outcome;
  return now.id === outcome.id ? undefined : { ...outcome, corrects: { id: now.id } };
}
