import type { Step } from "../../../platform/jobs/worker.ts";
import type { PendingChange } from "./change.ts";
import { type ChangeProgress, type Ended, type ProgressOf, ended } from "./progress.ts";

/** While another change of the same service is sent. */
export const laterMs = 1_000;

/** A change that is made part by part. */
export type Trying = ProgressOf<"trying">;

/** The start of a part, from now on. */
export function trying({ context }: PendingChange, part: number, made: boolean): Trying {
  return { status: "trying", part, made, since: context.now().toISOString() };
}

/** Saves the progress, unless it has changed since it was read. The next step follows in any case. */
export async function keep(
  { changeId, context }: PendingChange,
  read: ChangeProgress | undefined,
  progress: ChangeProgress,
): Promise<Step> {
  await context.serviceChangeLog.saveUnlessChanged(changeId, read, progress);
  return "next";
}

/** Ends it with an outcome, unless it has changed since it was read. */
export function end(
  pending: PendingChange,
  read: ChangeProgress & { made: boolean },
  outcome: Ended["outcome"],
  facts?: Parameters<typeof ended>[3],
): Promise<Step> {
  return keep(pending, read, ended(outcome, read.made, pending.context.now(), facts));
}
