import type { ModalView } from "@slack/types";
import { say } from "../../../platform/blocks/reply.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { keepTrying, sayWaiting, tryLater } from "../../../platform/jobs/keep-trying.ts";
import { tellAlone } from "../../../platform/jobs/tell.ts";
import { type AppError, isAppError } from "../../../lib/errors.ts";
import type { PendingChange } from "./change.ts";
import { type ChangeProgress, type Trying, failed } from "./progress.ts";
import { type Busy, waitingText, waitingView } from "./views.ts";

/** Saves the progress, unless it has changed since it was read. The next step follows in any case. */
export async function keep(
  { changeId, context }: PendingChange,
  read: ChangeProgress | undefined,
  progress: ChangeProgress,
): Promise<Step> {
  await context.changeLog.saveUnlessChanged(changeId, read, progress);
  return "next";
}

/** The progress of a change that begins now, or began before. */
export function begun(
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
  context.log.warn({ err: failure, changeId }, "couldn't make a change yet");
  const ageMs = context.now().getTime() - Date.parse(trying.since);
  const againInMs = isAppError(failure, "limited", "upstream") ? tryLater(ageMs, failure) : undefined;
  const next = againInMs === undefined ? failed(failure, trying.mayBeDone) : trying;
  // If this were forgotten, a request that surely had no effect would seem lost.
  await keepTrying(() => keep(pending, read, next));
  if (againInMs === undefined) return "next";
  const { wanted } = submitted;
  const isPosted = await sayWaiting({
    waitedMs: ageMs + againInMs,
    wasNotified: trying.saidToWait === true,
    show: () => showInModal(pending, waitingView(wanted, busy)),
    notify: async () => {
      const { userId, channelId } = submitted;
      const reply = say(waitingText(wanted, busy));
      await tellAlone({ key: `change:${changeId}:waits`, userId, channelId, reply }, context);
    },
  });
  if (isPosted) await keep(pending, trying, { ...trying, saidToWait: true });
  return { againInMs };
}

/** Redraws the change's modal. Returns "gone" if it was closed, or there was none. */
export async function showInModal(
  { submitted, context }: PendingChange,
  view: ModalView,
): Promise<"updated" | "gone"> {
  return submitted.viewId === undefined ? "gone" : context.messenger.updateModal(submitted.viewId, view);
}
