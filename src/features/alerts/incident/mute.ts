import type { Incident } from "./record.ts";
import { type ActOf, doneBy } from "./acts.ts";
import { type Advanced, changed, told } from "./step.ts";

/** Somebody wants nobody to be told of an incident's key from now on; its state stays true. */
export function mute(present: Incident, act: ActOf<"mute">): Advanced {
  return changed(told(present, { ...doneBy(act), what: "muted" }), { isUrgent: true });
}
