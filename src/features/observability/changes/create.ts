import type { Departure } from "../../../platform/cloud/client.ts";
import type { Step } from "../../../platform/jobs/queue.ts";
import { AppError } from "../../../lib/errors.ts";
import type { ChangeProgress, ChangeProgressOf } from "./progress.ts";
import { observatoryOf } from "../observability-client.ts";
import { attempt } from "./attempt.ts";
import { begun, tryAgain } from "./try-again.ts";
import { idsAlike } from "./read.ts";
import { done, keep } from "./conclude.ts";
import { type PendingChange, type Trying, type Wanted, isOutcome } from "./change.ts";
import { fenceOf, keepTrying } from "../../../platform/jobs/keep-trying.ts";

export type Creation = Wanted<"create-dashboard" | "create-alert">;
type Sending = ChangeProgressOf<"sending">;
type Lost = ChangeProgressOf<"lost">;
type Done = ChangeProgressOf<"done">;

/** So long a sender may take, once its call is over, to keep the outcome. */
const keepingMs = 5_000;

/**
 * Creates something, and never twice: right before it leaves, one process turns what was read into `sending`, and what came
 * of it is written after.
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
  const fence = fenceOf<Trying | Sending | undefined, Sending>({
    read: trying,
    sending,
    write: (read) => context.changeLog.fence(changeId, read, sending),
    clocks: context,
    forMs: context.limits.cloudTimeoutMs,
  });
  const outcome = await attempt(() => post(pending, fence));
  if (fence.held() === "taken") return { againInMs: 1_000 };
  if (!(outcome instanceof AppError)) return keepSurely(pending, done({ id: outcome.id }));
  if (outcome.outcomeUnknown) return keepSurely(pending, lostNow(sending, outcome, context.now()));
  const kept = (await keptOf(pending, sending)) ?? trying;
  return tryAgain(pending, kept, trial, outcome, fence.held() === "unsure" ? "storage" : undefined);
}

/** The sending if it is what is kept; a write that failed may have been made. */
async function keptOf(
  { changeId, context }: PendingChange,
  { claim }: Sending,
): Promise<Sending | undefined> {
  let now: ChangeProgress | undefined;
  await keepTrying(async () => void (now = await context.changeLog.find(changeId)));
  return now?.status === "sending" && now.claim === claim ? now : undefined;
}

/** Somebody sent it and left no outcome: waits as long as they may be alive, then looks for it. */
export async function awaitSender(pending: PendingChange<Creation>, sending: Sending): Promise<Step> {
  const { context } = pending;
  const now = context.now();
  const waitMs = Date.parse(sending.sentAt) + context.limits.cloudTimeoutMs + keepingMs - now.getTime();
  if (waitMs > 0) return { againInMs: waitMs };
  const { sentAt, before } = sending;
  const message = "Quartermaster was restarted while it waited for the server's answer.";
  return keep(pending, sending, {
    status: "lost",
    sentAt,
    before,
    lostAt: now.toISOString(),
    answered: false,
    message,
  });
}

function post(
  { submitted, context }: PendingChange<Creation>,
  departure: Departure,
): Promise<{ id: string }> {
  const { place, wanted } = submitted;
  const there = observatoryOf(place, context);
  return wanted.kind === "create-alert"
    ? there.createAlert(wanted.body, departure)
    : there.createDashboard(wanted.body, departure);
}

function lostNow({ sentAt, before }: Sending, { happened, answered }: AppError, now: Date): Lost {
  return { status: "lost", sentAt, before, lostAt: now.toISOString(), answered, message: happened };
}

/** The outcome is known to this process alone, so Redis being away is waited out; what is settled by looking stays. */
async function keepSurely(pending: PendingChange, outcome: Done | Lost): Promise<Step> {
  const { changeId, context } = pending;
  await keepTrying(async () => {
    const now = await context.changeLog.find(changeId);
    const next = nextAfter(now, outcome);
    if (!next || (await context.changeLog.saveUnlessChanged(changeId, now, next))) return;
    throw new AppError("conflict", "The change was taken up elsewhere at the same moment.");
  });
  return "next";
}

/** What is to be kept after an answer, or its loss; undefined if what is kept knows as much. */
function nextAfter(now: ChangeProgress | undefined, outcome: Done | Lost): Done | Lost | undefined {
  if (outcome.status === "lost")
    return now?.status === "lost" || (now && isOutcome(now)) ? undefined : outcome;
  if (now?.status === "unknown") return { ...outcome, corrects: {} };
  if (now?.status !== "done") return now && isOutcome(now) ? undefined : outcome;
  return now.id === outcome.id ? undefined : { ...outcome, corrects: { id: now.id } };
}
