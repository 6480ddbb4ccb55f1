import type { Step } from "../../../platform/jobs/queue.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { observatoryOf } from "../observability-client.ts";
import { attempt } from "./attempt.ts";
import type { PendingChange, Trying, Wanted } from "./pending-change.ts";
import { conflict, done, keep } from "./resolve.ts";
import { begun, tryAgain } from "./try-again.ts";

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
  const { place, wanted } = submitted;
  const there = observatoryOf(place, context);
  return wanted.kind === "delete-alert" ? there.getAlert(wanted.id) : there.getDashboard(wanted.id);
}

function destroy({ submitted, context }: PendingChange<Removal>): Promise<void> {
  const { place, wanted } = submitted;
  const there = observatoryOf(place, context);
  return wanted.kind === "delete-alert" ? there.deleteAlert(wanted.id) : there.deleteDashboard(wanted.id);
}

function isGone(found: unknown): boolean {
  return isAppError(found, "missing") && !found.unserved;
}
