import type { ModalView } from "@slack/types";
import { AppError, attempt, isAppError } from "../../../lib/errors.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { sayWaiting } from "../../../platform/jobs/keep-trying.ts";
import {
  type Pending,
  keepUnlessChanged,
  tryRequestAgain,
  whileHolding,
} from "../../../platform/jobs/request-log/machine.ts";
import { tellAlone } from "../../../platform/jobs/tell.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { isSameAlert } from "../alert-rules/differences.ts";
import { applyAlertEdit, isAlertEditIn, writeAlertEdit } from "../alert-rules/edit.ts";
import { isSameDashboard } from "../dashboards/differences.ts";
import { applyDashboardEdit, isDashboardEditIn } from "../dashboards/edit.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { isGone, reworded } from "../readable.ts";
import type { PendingChange, Wanted, WantedChange } from "./change.ts";
import { nounOf } from "./format-change.ts";
import { type ChangeProgress, type HeldThing, type Trying, conflict, done, failed } from "./progress.ts";
import { goneMeanwhile } from "./texts.ts";
import { type Busy, waitingText, waitingView } from "./views.ts";

/** Takes a step that reads a thing and then writes it, while no other change may do so. */
export function alone(pending: PendingChange, step: () => Promise<Step>): Promise<Step> {
  const thing = heldBy(pending.submitted.wanted);
  return thing
    ? whileHolding({ thing, holds: pending.context.changeHolds }, pendingOf(pending), step)
    : step();
}

/** Releases what a change holds, also after its outcome: the process may have died before. */
export async function releaseHold({ changeId, submitted, context }: PendingChange): Promise<void> {
  const thing = heldBy(submitted.wanted);
  if (thing) await context.changeHolds.release(thing, changeId);
}

function heldBy(wanted: WantedChange): HeldThing | undefined {
  return "id" in wanted ? { noun: nounOf(wanted), id: wanted.id } : undefined;
}

/** The present thing, compared with what a person saw and wants. */
interface Found {
  now: object;
  isAsSeen: boolean;
  /** True if it is already so: by someone else, or by a try with a lost answer. */
  isDone: boolean;
  write(): Promise<unknown>;
}

/**
 * Reads the whole thing and writes it back with the change, unless someone has changed it since its person saw it. A
 * change elsewhere, as in the console, between reading and writing is lost: the API has no conditional write.
 */
export function update(
  pending: PendingChange,
  wanted: Wanted<"update-dashboard" | "update-alert">,
  trying: Trying | undefined,
): Promise<Step> {
  const { dashboards, alerts } = observabilityClientOf(pending.submitted.target, pending.context);
  const { id } = wanted;
  return writeOnce(pending, trying, () =>
    sayingGone(nounOf(wanted), async (): Promise<Found> => {
      if (wanted.kind === "update-dashboard") {
        const now = await dashboards.get(id);
        const { seen, edit } = wanted;
        return {
          now,
          isAsSeen: isSameDashboard(now, seen),
          isDone: isDashboardEditIn(now, seen, edit, trying?.mayBeDone === true),
          write: () =>
            sayingGone("dashboard", async () => dashboards.update(id, applyDashboardEdit(now, edit))),
        };
      }
      const now = await alerts.get(id);
      const body = applyAlertEdit(now, wanted.edit);
      return {
        now,
        isAsSeen: isSameAlert(now, wanted.seen),
        isDone: isAlertEditIn(now, wanted.edit),
        write: () =>
          sayingGone("alert", () => writeAlertEdit(wanted.edit, body, (sent) => alerts.update(id, sent))),
      };
    }),
  );
}

/** The thing was there when its person saw it. */
async function sayingGone<Result>(noun: "dashboard" | "alert", work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isGone(error)) throw error;
    throw reworded(error, goneMeanwhile(noun));
  }
}

/** Deletes a thing if it still has the name that its person saw. If it is gone, it is deleted. */
export function remove(
  pending: PendingChange,
  wanted: Wanted<"delete-dashboard" | "delete-alert">,
  trying: Trying | undefined,
): Promise<Step> {
  const { target } = pending.submitted;
  const client = observabilityClientOf(target, pending.context)[`${nounOf(wanted)}s`];
  return writeOnce(pending, trying, async () => {
    const found = await ifThere(() => client.get(wanted.id));
    return {
      now: { name: found?.name },
      isAsSeen: (found?.name ?? wanted.name) === wanted.name,
      isDone: found === undefined,
      write: () => ifThere(() => client.delete(wanted.id)),
    };
  });
}

async function ifThere<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

async function writeOnce(
  pending: PendingChange,
  trying: Trying | undefined,
  find: () => Promise<Found>,
): Promise<Step> {
  const mayBeByUs = trying?.mayBeDone === true;
  const found = await attempt(find);
  if (found instanceof AppError) return tryAgain(pending, trying, firstAttempt(pending, trying), found);
  if (found.isDone) return keep(pending, trying, done({ wasSo: !mayBeByUs }));
  if (!found.isAsSeen) return keep(pending, trying, conflict(found.now));
  const writing = firstAttempt(pending, trying, { mayBeDone: true });
  // Saved before writing: a successor that finds the change made must know that it may be ours.
  if (!(await pending.context.changeLog.saveUnlessChanged(pending.changeId, trying, writing))) return "next";
  const written = await attempt(() => found.write());
  if (!(written instanceof AppError)) return keep(pending, writing, done());
  return tryAgain(pending, writing, { ...writing, mayBeDone: written.outcomeUnknown || mayBeByUs }, written);
}

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
