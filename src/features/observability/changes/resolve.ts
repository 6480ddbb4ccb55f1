import type { Step } from "../../../platform/jobs/queue.ts";
import type { AppError } from "../../../lib/errors.ts";
import type { ChangeProgress, ChangeProgressOf } from "./progress.ts";
import type { Outcome, PendingChange } from "./pending-change.ts";

const untold = { recorded: false, told: false };

/** Keeps how far a change is now where nothing has changed since that was read; the next step follows in any case. */
export async function keep(
  { changeId, context }: PendingChange,
  read: ChangeProgress | undefined,
  progress: ChangeProgress,
): Promise<Step> {
  await context.changeLog.saveUnlessChanged(changeId, read, progress);
  return "next";
}

/** That it is so now; `wasSo` where it was so before we did anything. */
export function done(facts: { id?: string; wasSo?: boolean } = {}): ChangeProgressOf<"done"> {
  return { status: "done", ...untold, wasSo: false, ...facts };
}

/** That somebody else changed it, to this. */
export function conflict(theirs: object): Outcome {
  return { status: "conflict", ...untold, theirs: { ...theirs } };
}

/** That it came to nothing, and why. */
export function failed(failure: AppError, mayBeDone: boolean): Outcome {
  const { requestId, field } = failure;
  // What to do is said with the outcome; the latest call may have done nothing, but one before it something.
  const message = failure.outcomeUnknown || mayBeDone ? failure.happened : failure.message;
  return { status: "failed", ...untold, message, requestId, field, mayBeDone };
}

/** That nobody can say whether it was created. */
export function unknown(message: string, looked: string): Outcome {
  return { status: "unknown", ...untold, message, looked, isAgain: false };
}
