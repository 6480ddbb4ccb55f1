import type { ObservabilityContext } from "../context.ts";
import type { ChangeProgress, ChangeProgressOf } from "./progress.ts";
import type { WantedChange } from "./change.ts";
import type { SubmittedChange } from "./submitted-change.ts";

/** One submitted change of a kind, with all that serves it. */
export interface PendingChange<Wanted extends WantedChange = WantedChange> {
  changeId: string;
  submitted: Omit<SubmittedChange, "wanted"> & { wanted: Wanted };
  context: ObservabilityContext;
}

/** The same change as one of its kind. */
export function ofKind<Wanted extends WantedChange>(
  { submitted, ...pending }: PendingChange,
  wanted: Wanted,
): PendingChange<Wanted> {
  return { ...pending, submitted: { ...submitted, wanted } };
}

/** Wanted changes of one kind, or of several. */
export type Wanted<Kind extends WantedChange["kind"]> = Extract<WantedChange, { kind: Kind }>;

/** What is known of a change that is begun. */
export type Trying = ChangeProgressOf<"trying">;

/** What became of a change: it is settled, and nothing is sent for it any more. */
export type Outcome = ChangeProgressOf<"unknown" | "conflict" | "done" | "failed">;

/** True for a change that is settled. */
export function isOutcome(progress: ChangeProgress): progress is Outcome {
  return ["unknown", "conflict", "done", "failed"].includes(progress.status);
}
