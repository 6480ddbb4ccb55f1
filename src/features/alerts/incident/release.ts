import type { Incident } from "./record.ts";
import { type ActOf, doneBy } from "./acts.ts";
import { rearmed } from "./mention.ts";
import { type Advanced, type Facts, changed, told, unchanged } from "./step.ts";

/** Somebody takes back that an incident is acknowledged or snoozed, or both. */
export function release(present: Incident, act: ActOf<"release">, { hook }: Facts): Advanced {
  if (present.state !== "acknowledged" && present.state !== "snoozed") return unchanged(present);
  const released: Incident = {
    ...present,
    state: "firing",
    acknowledged: undefined,
    snoozed: undefined,
  };
  const line = { ...doneBy(act), what: "released" as const };
  return changed(told(rearmed(released, act.atMs, hook), line), { isUrgent: true });
}
