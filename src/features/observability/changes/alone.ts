import type { Step } from "../../../platform/jobs/worker.ts";
import { verbOf } from "./format-change.ts";
import type { HeldThing } from "./progress.ts";
import type { PendingChange, Wanted } from "./change.ts";

type OfOne = Wanted<"update-dashboard" | "update-alert" | "delete-dashboard" | "delete-alert">;

/** Others look again after this long. */
const laterMs = 1_000;
/** Beside the two calls of a step, each with its whole time. */
const spareMs = 10_000;

/**
 * Takes a step that reads a thing and then writes it, with no other change of it in between: one of two would be lost.
 * The same change may take it anew, so that nobody waits for a process that died.
 */
export async function alone(pending: PendingChange<OfOne>, step: () => Promise<Step>): Promise<Step> {
  const { changeId, submitted, context } = pending;
  const { changeHolds, limits } = context;
  const forMs = 2 * limits.cloudTimeoutMs + spareMs;
  if (!(await changeHolds.take(thingOf(submitted.wanted), changeId, forMs))) return { againInMs: laterMs };
  try {
    return await step();
  } finally {
    await letGo(pending);
  }
}

/** Lets others at what a change had to itself; for a settled one too, whose process may have died before it did so. */
export async function letGo({ changeId, submitted, context }: PendingChange): Promise<void> {
  const { wanted } = submitted;
  if ("id" in wanted) await context.changeHolds.release(thingOf(wanted), changeId);
}

function thingOf(wanted: OfOne): HeldThing {
  return { noun: verbOf(wanted).noun, id: wanted.id };
}
