import type { Step } from "../../delivery/convergence.ts";
import { type AppError, isAppError } from "../../errors.ts";
import type { ChangeProgress } from "../../store/change-progress.ts";
import type { PendingChange, Trying } from "./pending-change.ts";
import { failed, keep } from "./settle.ts";
import { showInModal } from "./tell.ts";
import { waitingView } from "./waiting-views.ts";

/** So long a server that has no time, or a problem of its own, is asked again. */
const triedForMs = 2 * 60_000;
const soonestMs = 1_000;
const latestMs = 15_000;

/** What is kept of a change that begins now, or began before. */
export function begun(
  { context }: PendingChange,
  before: Trying | undefined,
  facts: Partial<Trying> = {},
): Trying {
  return before
    ? { ...before, ...facts }
    : { status: "trying", since: context.now().toISOString(), mayBeDone: false, ...facts };
}

/** After a failure that may pass the change is tried again for two minutes; after any other it has failed. */
export async function tryAgain(
  pending: PendingChange,
  read: ChangeProgress | undefined,
  trying: Trying,
  failure: AppError,
): Promise<Step> {
  const { changeId, context } = pending;
  context.log.warn({ err: failure, changeId }, "a change could not be made yet");
  const ageMs = context.now().getTime() - Date.parse(trying.since);
  if (!isAppError(failure, "limited", "upstream") || ageMs >= triedForMs)
    return keep(pending, read, failed(failure, trying.mayBeDone));
  await keep(pending, read, trying);
  await showInModal(pending, waitingView(pending.submitted.wanted, failure));
  return { againInMs: Math.min(Math.max(failure.retryAfterMs ?? ageMs, soonestMs), latestMs) };
}
