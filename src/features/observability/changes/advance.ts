import type { ObservabilityContext } from "../context.ts";
import type { ContextOf } from "../../../platform/context.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { alone } from "./alone.ts";
import { conclude } from "./conclude.ts";
import { type Creation, awaitCreation, create } from "./create.ts";
import { resolveLost } from "./read.ts";
import { z } from "zod";
import { ObservabilityTarget } from "../target.ts";
import { remove, update } from "./update.ts";
import { type PendingChange, type Trying, WantedChange, ofKind } from "./change.ts";

/** One submitted change, as its job carries it; there is no secret in it. */
export const SubmittedChange = z.object({
  workspaceId: z.string(),
  userId: z.string(),
  userName: z.string(),
  /** Where it was asked for; absent from App Home. */
  channelId: z.string().optional(),
  /** Where its dashboard or alert is, with the name that its person knew it by. */
  target: ObservabilityTarget.extend({ name: z.string() }),
  wanted: WantedChange,
  /** The modal that it was asked for in. */
  viewId: z.string().optional(),
  /** The form it was submitted from, and which try of it; absent where a button asked for it. */
  form: z.object({ name: z.string(), formId: z.string(), attempt: z.int() }).optional(),
});
export type SubmittedChange = z.output<typeof SubmittedChange>;

/** One step in the life of a submitted change: make it once, find out what became of it, tell its person. */
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
        // The buttons that it may come to find it by its id.
        await context.changeLog.remember(changeId, submitted);
        return apply(pending, undefined);
      case "trying":
        return apply(pending, progress);
      case "sending":
        return awaitCreation(asCreation(pending), progress);
      case "lost":
        return resolveLost(asCreation(pending), progress);
      case "done":
      case "failed":
      case "conflict":
      case "unknown":
        return conclude(pending, progress, forms);
    }
  };
}

function apply(pending: PendingChange, trying: Trying | undefined): Promise<Step> {
  const { wanted } = pending.submitted;
  switch (wanted.kind) {
    case "create-dashboard":
    case "create-alert":
      return create(ofKind(pending, wanted), trying);
    case "update-dashboard":
    case "update-alert": {
      const one = ofKind(pending, wanted);
      return alone(one, () => update(one, trying));
    }
    case "delete-dashboard":
    case "delete-alert": {
      const one = ofKind(pending, wanted);
      return alone(one, () => remove(one, trying));
    }
  }
}

/** Nothing else is ever sent but once. */
function asCreation(pending: PendingChange): PendingChange<Creation> {
  const { wanted } = pending.submitted;
  if (wanted.kind === "create-dashboard" || wanted.kind === "create-alert") return ofKind(pending, wanted);
  throw new AppError("bug", `A change to ${wanted.kind} was kept as one that creates.`);
}
