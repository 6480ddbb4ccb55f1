import { say } from "../../../platform/blocks/reply.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { type AppError, isAppError } from "../../../lib/errors.ts";
import type { ChangeProgress } from "./progress.ts";
import { type Busy, waitingText, waitingView } from "./views.ts";
import { failed, keep, showInModal } from "./conclude.ts";
import type { PendingChange, Trying } from "./change.ts";
import { postAlone } from "../../../platform/jobs/messenger.ts";
import { keepTrying, sayWaiting, tryLater } from "../../../platform/jobs/keep-trying.ts";

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
  busy: Busy = isAppError(failure, "limited") ? "limited" : "failing",
): Promise<Step> {
  const { changeId, submitted, context } = pending;
  context.log.warn({ err: failure, changeId }, "a change could not be made yet");
  const ageMs = context.now().getTime() - Date.parse(trying.since);
  const againInMs = isAppError(failure, "limited", "upstream") ? tryLater(ageMs, failure) : undefined;
  const next = againInMs === undefined ? failed(failure, trying.mayBeDone) : trying;
  // What surely was not done would be taken for lost if that were forgotten.
  await keepTrying(() => keep(pending, read, next));
  if (againInMs === undefined) return "next";
  const { wanted } = submitted;
  const isTold = await sayWaiting({
    waitedMs: ageMs + againInMs,
    wasNotified: trying.saidToWait === true,
    show: () => showInModal(pending, waitingView(wanted, busy)),
    notify: () => postAlone(submitted, say(waitingText(wanted, busy)), context.messenger),
  });
  if (isTold) await keep(pending, trying, { ...trying, saidToWait: true });
  return { againInMs };
}
