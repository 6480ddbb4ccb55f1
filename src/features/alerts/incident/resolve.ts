import type { Incident } from "./record.ts";
import { type ActOf, doneBy } from "./acts.ts";
import { type Advanced, changed, told, unchanged } from "./step.ts";

/** Somebody says that an open incident is over. */
export function resolve(present: Incident, act: ActOf<"resolve">): Advanced {
  if (present.state === "resolved") return unchanged(present);
  const { userId, atMs } = act;
  const over: Incident = {
    ...present,
    state: "resolved",
    resolved: { atMs, how: "person", userId },
    snoozed: undefined,
  };
  return changed(told(over, { ...doneBy(act), what: "resolved" }), { isUrgent: true });
}
