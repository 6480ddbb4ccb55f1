import type { ObservabilityContext } from "../context.ts";
import type { ContextOf } from "../../../platform/context.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { conclude } from "./conclude.ts";
import { awaitCreation, create } from "./create.ts";
import { resolveLost } from "./lost-response.ts";
import { alone, remove, update } from "./update.ts";
import { type Creation, type PendingChange, SubmittedChange } from "./change.ts";
import type { Trying } from "./progress.ts";

/** One step of a submitted change: make it once, find out its outcome, notify its person. */
export function advanceChange(
  contextOf: ContextOf<ObservabilityContext>,
  forms: readonly Form[],
): (changeId: string, item: unknown) => Promise<Step> {
  return async (changeId, item) => {
    const submitted = SubmittedChange.parse(item);
    const context = contextOf(submitted.workspaceId);
    const pending = { changeId, submitted, context };
    const progress = await context.changeLog.find(changeId);
    switch (progress?.status) {
      case undefined:
        // The buttons of its outcome find it by its id.
        await context.changeLog.remember(changeId, submitted);
        return apply(pending, undefined);
      case "trying":
        return apply(pending, progress);
      case "sending":
        return awaitCreation(pending, creationIn(submitted), progress);
      case "lost":
        return resolveLost(pending, creationIn(submitted), progress);
      case "done":
      case "failed":
      case "conflict":
      case "unknown":
        return conclude(pending, progress, forms);
    }
  };
}

function creationIn({ wanted }: SubmittedChange): Creation {
  if (wanted.kind === "create-dashboard" || wanted.kind === "create-alert") return wanted;
  throw new AppError("bug", `A change to ${wanted.kind} was kept as one that creates.`);
}

function apply(pending: PendingChange, trying: Trying | undefined): Promise<Step> {
  const { wanted } = pending.submitted;
  switch (wanted.kind) {
    case "create-dashboard":
    case "create-alert":
      return create(pending, wanted, trying);
    case "update-dashboard":
    case "update-alert":
      return alone(pending, () => update(pending, wanted, trying));
    case "delete-dashboard":
    case "delete-alert":
      return alone(pending, () => remove(pending, wanted, trying));
  }
}
