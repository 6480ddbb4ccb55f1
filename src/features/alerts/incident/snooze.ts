import type { Incident } from "./record.ts";
import { type ActOf, doneBy } from "./acts.ts";
import { type Advanced, changed, told, unchanged } from "./step.ts";

/** Somebody wants to hear nothing of an open incident for a while; whoever does so again changes until when, and why. */
export function snooze(present: Incident, act: ActOf<"snooze">): Advanced {
  if (present.state === "resolved") return unchanged(present);
  const { userId, atMs, untilMs, reason } = act;
  const heldBack = present.snoozed?.heldBack ?? 0;
  const snoozed = { userId, atMs, untilMs, ...(reason !== undefined && { reason }), heldBack };
  const line = {
    ...doneBy(act),
    what: "snoozed" as const,
    untilMs,
    ...(reason !== undefined && { note: reason }),
  };
  return changed(told({ ...present, state: "snoozed", snoozed }, line), { isUrgent: true });
}
