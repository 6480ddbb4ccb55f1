import type { ModalView } from "@slack/types";
import { say } from "../../../platform/blocks/reply.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { sayWaiting } from "../../../platform/jobs/keep-trying.ts";
import {
  type Pending,
  keepUnlessChanged,
  tryRequestAgain,
} from "../../../platform/jobs/request-log/machine.ts";
import { tellAlone } from "../../../platform/jobs/tell.ts";
import { type AppError, isAppError } from "../../../lib/errors.ts";
import type { PendingChange } from "./change.ts";
import { type ChangeProgress, type Trying, failed } from "./progress.ts";
import { type Busy, waitingText, waitingView } from "./views.ts";

/** A change, as the request machine has it. */
export function pendingOf({ changeId, context }: PendingChange): Pending<ChangeProgress> {
  return { id: changeId, log: context.changeLog, context };
}

/** Saves the progress, unless it has changed since it was read. The next step follows in any case. */
export function keep(
  pending: PendingChange,
  read: ChangeProgress | undefined,
  progress: ChangeProgress,
): Promise<Step> {
  return keepUnlessChanged(pendingOf(pending), read, progress);
}

/** The progress of a change that begins now, or began before. */
export function firstAttempt(
  { context }: PendingChange,
  before: Trying | undefined,
  facts: Partial<Trying> = {},
): Trying {
  return before
    ? { ...before, ...facts }
    : { status: "trying", since: context.now().toISOString(), mayBeDone: false, ...facts };
}

/** Tries again for two minutes after a failure that may pass. After any other the change has failed. */
export async function tryAgain(
  pending: PendingChange,
  read: ChangeProgress | undefined,
  trying: Trying,
  failure: AppError,
  busy: Busy = isAppError(failure, "limited") ? "limited" : "failing",
): Promise<Step> {
  const { changeId, submitted, context } = pending;
  const { wanted, userId, channelId } = submitted;
  return tryRequestAgain(pendingOf(pending), {
    kept: read,
    failure,
    since: trying.since,
    again: trying,
    failed: failed(failure, trying.mayBeDone),
    async showWaiting(waitedMs) {
      const isPosted = await sayWaiting({
        waitedMs,
        wasNotified: trying.saidToWait === true,
        show: () => showInModal(pending, waitingView(wanted, busy)),
        notify: async () => {
          const reply = say(waitingText(wanted, busy));
          await tellAlone({ key: `change:${changeId}:waits`, userId, channelId, reply }, context);
        },
      });
      if (isPosted) await keep(pending, trying, { ...trying, saidToWait: true });
    },
  });
}

/** Redraws the change's modal. Returns "gone" if it was closed, or there was none. */
export async function showInModal(
  { submitted, context }: PendingChange,
  view: ModalView,
): Promise<"updated" | "gone"> {
  return submitted.viewId === undefined ? "gone" : context.messenger.updateModal(submitted.viewId, view);
}
