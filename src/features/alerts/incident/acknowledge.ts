import type { Incident } from "./record.ts";
import { type ActOf, doneBy } from "./acts.ts";
import { type Advanced, changed, told, unchanged } from "./step.ts";

/** Somebody takes an incident, or takes it over; that ends its snooze. */
export function acknowledge(present: Incident, act: ActOf<"acknowledge">): Advanced {
  const { state, acknowledged } = present;
  const isTheirs = state === "acknowledged" && acknowledged?.userId === act.userId;
  if (state === "resolved" || isTheirs) return unchanged(present);
  const taken: Incident = {
    ...present,
    state: "acknowledged",
    acknowledged: { userId: act.userId, atMs: act.atMs },
    snoozed: undefined,
  };
  return changed(told(taken, { ...doneBy(act), what: "acknowledged" }), { isUrgent: true });
}
