import type { Step } from "../../delivery/convergence.ts";
import { keepTrying } from "../../delivery/keep-trying.ts";
import { AppError } from "../../errors.ts";
import type { ChangeProgressOf } from "../../store/change-progress.ts";
import { observatoryOf } from "../observatory.ts";
import { attempt } from "./attempt.ts";
import { idsAlike } from "./look-alikes.ts";
import { type Outcome, type PendingChange, type Trying, type Wanted, isOutcome } from "./pending-change.ts";
import { done, failed, keep } from "./settle.ts";
import { begun, tryAgain } from "./try-again.ts";

export type Creation = Wanted<"create-dashboard" | "create-alert">;
type Sending = ChangeProgressOf<"sending">;
type Lost = ChangeProgressOf<"lost">;

/** So long a sender may take, once its call is over, to keep the outcome. */
const keepingMs = 5_000;

/** Creates something, and never twice: that it is sent is written before, what came of it after. */
export async function create(pending: PendingChange<Creation>, trying: Trying | undefined): Promise<Step> {
  const { changeId, context } = pending;
  const trial = begun(pending, trying);
  const before = await attempt(() => idsAlike(pending));
  if (before instanceof AppError) return tryAgain(pending, trying, trial, before);
  const sending: Sending = { status: "sending", sentAt: context.now().toISOString(), before };
  if (!(await context.changeLog.saveUnlessChanged(changeId, trying, sending))) return { againInMs: 1_000 };
  const outcome = await attempt(() => post(pending));
  if (!(outcome instanceof AppError)) return keepSurely(pending, done({ id: outcome.id }));
  if (outcome.outcomeUnknown) return keepSurely(pending, lostNow(sending, outcome, context.now()));
  if (outcome.kind !== "limited" && outcome.kind !== "upstream")
    return keepSurely(pending, failed(outcome, false));
  return tryAgain(pending, sending, trial, outcome);
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

function post({ submitted, context }: PendingChange<Creation>): Promise<{ id: string }> {
  const { place, wanted } = submitted;
  const there = observatoryOf(place, context);
  return wanted.kind === "create-alert" ? there.createAlert(wanted.body) : there.createDashboard(wanted.body);
}

function lostNow({ sentAt, before }: Sending, { happened, answered }: AppError, now: Date): Lost {
  return { status: "lost", sentAt, before, lostAt: now.toISOString(), answered, message: happened };
}

/** The outcome is known to this process alone, so Redis being away is waited out; what is settled by looking stays. */
async function keepSurely(pending: PendingChange, outcome: Outcome | Lost): Promise<Step> {
  const { changeId, context } = pending;
  await keepTrying(async () => {
    const now = await context.changeLog.find(changeId);
    const isKnown =
      now !== undefined && isOutcome(now) && !(now.status === "unknown" && outcome.status === "done");
    if (isKnown || (now?.status === "lost" && outcome.status === "lost")) return;
    if (await context.changeLog.saveUnlessChanged(changeId, now, outcome)) return;
    throw new AppError("conflict", "The change was taken up elsewhere at the same moment.");
  });
  return "next";
}
