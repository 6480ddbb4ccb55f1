import type { Step } from "../../../platform/jobs/worker.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { requestMachine } from "../../../platform/jobs/request-log/machine.ts";
import { observabilityClientOf } from "../observability-client.ts";
import type { Creation, PendingChange } from "./change.ts";
import { idsAlike } from "./lost-response.ts";
import { type ChangeProgress, type ChangeProgressOf, type Trying, done, isOutcome } from "./progress.ts";
import { firstAttempt, pendingOf, tryAgain } from "./step.ts";
import { restarted } from "./texts.ts";

type Sending = ChangeProgressOf<"sending">;

interface PendingCreation extends PendingChange {
  wanted: Creation;
}

/** Only a creation is sent at most once: what it creates could be there twice. */
const machine = requestMachine<PendingCreation, ChangeProgress, Sending, { id: string }>({
  pendingOf,
  send({ submitted: { target }, context, wanted }, _, departure) {
    const { alerts, dashboards } = observabilityClientOf(target, context);
    return wanted.kind === "create-alert"
      ? alerts.create(wanted.body, departure)
      : dashboards.create(wanted.body, departure);
  },
  answered: (_, { answer, save }) => save(done({ id: answer.id })),
  lost: ({ sentAt, before }, { lostAt, answered, message = restarted }) => ({
    status: "lost",
    sentAt,
    before,
    lostAt,
    answered,
    message,
  }),
  next: nextAfter,
  refused: (creation, kept, { read, failure, isUnconfirmed }) =>
    tryAgain(
      creation,
      kept,
      firstAttempt(creation, read?.status === "trying" ? read : undefined),
      failure,
      isUnconfirmed ? "storage" : undefined,
    ),
});

/** Creates something at most once: it passes a fence right before it leaves, and its outcome is saved after. */
export async function create(
  pending: PendingChange,
  wanted: Creation,
  trying: Trying | undefined,
): Promise<Step> {
  const creation = { ...pending, wanted };
  const { now, newId } = pending.context;
  const before = await attempt(() => idsAlike(pending, wanted));
  if (before instanceof AppError) return tryAgain(pending, trying, firstAttempt(pending, trying), before);
  const sentAt = now().toISOString();
  return machine.send(creation, trying, { status: "sending", sentAt, claim: newId(), before });
}

/** Waits for another process that sent it. If that leaves no outcome, its answer is lost. */
export function awaitCreation(
  pending: PendingChange,
  wanted: Creation,
  sending: ChangeProgressOf<"sending">,
): Promise<Step> {
  return machine.awaitSender({ ...pending, wanted }, sending);
}

/** The record after an answer, or its loss. Undefined if the present one knows as much. What was found in a list stays. */
function nextAfter(now: ChangeProgress | undefined, outcome: ChangeProgress): ChangeProgress | undefined {
  if (outcome.status !== "done")
    return now?.status === "lost" || (now && isOutcome(now)) ? undefined : outcome;
  if (now?.status === "unknown") return { ...outcome, corrects: {} };
  if (now?.status !== "done") return now && isOutcome(now) ? undefined : outcome;
  return now.id === outcome.id ? undefined : { ...outcome, corrects: { id: now.id } };
}
