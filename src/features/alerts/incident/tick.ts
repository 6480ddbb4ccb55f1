import type { Incident } from "./record.ts";
import { flappingOver } from "./flapping.ts";
import { mentionedInTime } from "./mention.ts";
import { presumedOver } from "./presumed-over.ts";
import { reminded } from "./reminder.ts";
import { snoozeOver } from "./snooze-over.ts";
import { type Advanced, type Facts, changed, unchanged } from "./step.ts";

/** Does all that is due of an incident by a time. */
export function advanceByTick(present: Incident, atMs: number, facts: Facts): Advanced {
  const { isMuted } = facts.route;
  const awake = snoozeOver(present, atMs, facts);
  const heard = presumedOver(awake, atMs, isMuted);
  const calm = flappingOver(heard, atMs, isMuted);
  const next = reminded(mentionedInTime(calm, atMs, facts), atMs, isMuted);
  const isTold = next.history.at(-1)?.n !== present.history.at(-1)?.n;
  return isTold ? changed(next) : unchanged(next);
}
