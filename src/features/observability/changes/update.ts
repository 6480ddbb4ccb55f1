import { isDeepStrictEqual } from "node:util";
import type { Step } from "../../../platform/jobs/worker.ts";
import { AppError, attempt, isAppError } from "../../../lib/errors.ts";
import { isSameAlert } from "../alert-rules/differences.ts";
import { alertBody, applyAlertEdit } from "../alert-rules/edit.ts";
import { isDashboardEditIn } from "../dashboards/edit-in.ts";
import { applyDashboardEdit } from "../dashboards/edit.ts";
import { isSameDashboard } from "../dashboards/differences.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { begun, tryAgain } from "./try-again.ts";
import { conflict, done, keep } from "./conclude.ts";
import type { PendingChange, Trying, Wanted } from "./change.ts";

type Update = Wanted<"update-dashboard" | "update-alert">;

/** What is there now, held against what a person saw and wants. */
interface Found {
  now: object;
  isAsSeen: boolean;
  /** True where it is so already: by somebody else, or by a try whose answer was lost. */
  isDone: boolean;
  write(): Promise<unknown>;
}

/**
 * Reads, changes one thing and writes all back, where nobody else has changed it since its person saw it. What somebody
 * changes elsewhere, as in the console, between the reading and the writing is lost: the API knows no condition for a write.
 */
export async function update(pending: PendingChange<Update>, trying: Trying | undefined): Promise<Step> {
  const found = await attempt(() => findForUpdate(pending, trying?.mayBeDone === true));
  if (found instanceof AppError)
    return tryAgain(pending, trying, begun(pending, trying), sayGone(found, pending));
  if (found.isDone) return keep(pending, trying, done({ wasSo: trying?.mayBeDone !== true }));
  if (!found.isAsSeen) return keep(pending, trying, conflict(found.now));
  const writing = begun(pending, trying, { mayBeDone: true });
  // Before it is written: a successor that finds it written must know that it may have been by us.
  if (!(await pending.context.changeLog.saveUnlessChanged(pending.changeId, trying, writing))) return "next";
  const written = await attempt(() => found.write());
  if (!(written instanceof AppError)) return keep(pending, writing, done());
  const mayBeDone = written.outcomeUnknown || trying?.mayBeDone === true;
  return tryAgain(pending, writing, { ...writing, mayBeDone }, sayGone(written, pending));
}

async function findForUpdate(
  { submitted, context }: PendingChange<Update>,
  mayBeWritten: boolean,
): Promise<Found> {
  const { target, wanted } = submitted;
  const there = observabilityClientOf(target, context);
  const { id } = wanted;
  if (wanted.kind === "update-dashboard") {
    const now = await there.getDashboard(id);
    const { seen, edit } = wanted;
    return {
      now,
      isAsSeen: isSameDashboard(now, seen),
      isDone: isDashboardEditIn(now, seen, edit, mayBeWritten),
      write: async () => there.updateDashboard(id, applyDashboardEdit(now, edit)),
    };
  }
  const now = await there.getAlert(id);
  const body = applyAlertEdit(now, wanted.edit);
  return {
    now,
    isAsSeen: isSameAlert(now, wanted.seen),
    isDone: isDeepStrictEqual(body, alertBody(now)),
    write: () => there.updateAlert(id, body),
  };
}

/** What was there when its person saw it is gone: that is all there is to say. */
function sayGone(failure: AppError, { submitted }: PendingChange<Update>): AppError {
  if (!isAppError(failure, "missing") || failure.unserved) return failure;
  const noun = submitted.wanted.kind === "update-alert" ? "alert" : "dashboard";
  const { operation, requestId } = failure;
  return new AppError("missing", `The ${noun} is not there any more: it was deleted meanwhile.`, {
    operation,
    requestId,
    cause: failure,
  });
}

type Removal = Wanted<"delete-dashboard" | "delete-alert">;

/** Deletes what still has the name that its person saw; what is gone already is deleted. */
export async function remove(pending: PendingChange<Removal>, trying: Trying | undefined): Promise<Step> {
  const { wanted } = pending.submitted;
  const isByUs = trying?.mayBeDone === true;
  const found = await attempt(() => find(pending));
  if (isGone(found)) return keep(pending, trying, done({ wasSo: !isByUs }));
  if (found instanceof AppError) return tryAgain(pending, trying, begun(pending, trying), found);
  if ((found.name ?? wanted.name) !== wanted.name)
    return keep(pending, trying, conflict({ name: found.name }));
  const deleting = begun(pending, trying, { mayBeDone: true });
  if (!(await pending.context.changeLog.saveUnlessChanged(pending.changeId, trying, deleting))) return "next";
  const deleted = await attempt(() => destroy(pending));
  if (!(deleted instanceof AppError) || isGone(deleted)) return keep(pending, deleting, done());
  const mayBeDone = deleted.outcomeUnknown || isByUs;
  return tryAgain(pending, deleting, { ...deleting, mayBeDone }, deleted);
}

function find({ submitted, context }: PendingChange<Removal>): Promise<{ name?: string | null | undefined }> {
  const { target, wanted } = submitted;
  const there = observabilityClientOf(target, context);
  return wanted.kind === "delete-alert" ? there.getAlert(wanted.id) : there.getDashboard(wanted.id);
}

function destroy({ submitted, context }: PendingChange<Removal>): Promise<void> {
  const { target, wanted } = submitted;
  const there = observabilityClientOf(target, context);
  return wanted.kind === "delete-alert" ? there.deleteAlert(wanted.id) : there.deleteDashboard(wanted.id);
}

function isGone(found: unknown): boolean {
  return isAppError(found, "missing") && !found.unserved;
}
