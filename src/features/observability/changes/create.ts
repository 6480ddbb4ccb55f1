import type { Departure } from "../../../platform/cloud/client.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import { awaitSender, sendOnce } from "../../../platform/jobs/request-log/send-once.ts";
import type { Creation, PendingChange } from "./change.ts";
import { idsAlike } from "./lost-response.ts";
import { type ChangeProgress, type ChangeProgressOf, type Trying, done, isOutcome } from "./progress.ts";
import { begun, tryAgain } from "./step.ts";
import { restarted } from "./texts.ts";

type Sending = ChangeProgressOf<"sending">;
type Lost = ChangeProgressOf<"lost">;
type Done = ChangeProgressOf<"done">;

/** Creates something at most once: it passes a fence right before it leaves, and its outcome is saved after. */
export async function create(
  pending: PendingChange,
  wanted: Creation,
  trying: Trying | undefined,
): Promise<Step> {
  const { changeId, context } = pending;
  const trial = begun(pending, trying);
  const before = await attempt(() => idsAlike(pending, wanted));
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
    moment: context.moment,
    forMs: context.limits.cloudTimeoutMs,
    send: (departure) => post(pending, wanted, departure),
  });
  switch (sent.outcome) {
    case "taken":
      return { againInMs: 1_000 };
    case "answered":
      return keepSurely(pending, done({ id: sent.answer.id }));
    case "lost": {
      const { happened, answered } = sent.failure;
      return keepSurely(
        pending,
        lostNow(sending, { answered, message: happened }, context.now().toISOString()),
      );
    }
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
export function awaitCreation({ changeId, context }: PendingChange, sending: Sending): Promise<Step> {
  return awaitSender<ChangeProgress>(context.changeLog, changeId, sending, context, (lostAt) =>
    lostNow(sending, { answered: false, message: restarted }, lostAt),
  );
}

function post(
  { submitted: { target }, context }: PendingChange,
  wanted: Creation,
  departure: Departure,
): Promise<{ id: string }> {
  const { alerts, dashboards } = observabilityClientOf(target, context);
  return wanted.kind === "create-alert"
    ? alerts.create(wanted.body, departure)
    : dashboards.create(wanted.body, departure);
}

function lostNow(
  { sentAt, before }: Sending,
  facts: Pick<Lost, "answered" | "message">,
  lostAt: string,
): Lost {
  return { status: "lost", sentAt, before, lostAt, ...facts };
}

/** Only this process knows the outcome, so it waits until Redis is back. What was found in a list stays. */
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
