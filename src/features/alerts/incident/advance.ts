import type { IncidentAct } from "../receive/inbox-entry.ts";
import type { Incident } from "./record.ts";
import { acknowledge } from "./acknowledge.ts";
import { advanceByEvent } from "./event.ts";
import { move } from "./move.ts";
import { mute } from "./mute.ts";
import { reconcile } from "./reconcile.ts";
import { release } from "./release.ts";
import { resolve } from "./resolve.ts";
import { snooze } from "./snooze.ts";
import type { Advanced, Facts, Occurrence } from "./step.ts";
import { advanceByTick } from "./tick.ts";

export { nextTimerMs } from "./next-timer.ts";
export type { Advanced, Facts, Occurrence } from "./step.ts";

/**
 * What becomes of an incident, or of none, when something occurs. Undefined where nothing does: an act or a tick without
 * an incident, or a muted event that would begin one. Times come from the occurrence, so that it answers the same again.
 */
export function advance(
  present: Incident | undefined,
  occurrence: Occurrence,
  facts: Facts,
): Advanced | undefined {
  if (occurrence.kind === "event") return advanceByEvent(present, occurrence, facts);
  if (!present) return undefined;
  return occurrence.kind === "tick"
    ? advanceByTick(present, occurrence.atMs, facts)
    : advanceByAct(present, occurrence, facts);
}

function advanceByAct(present: Incident, act: IncidentAct, facts: Facts): Advanced {
  switch (act.act) {
    case "acknowledge":
      return acknowledge(present, act);
    case "snooze":
      return snooze(present, act);
    case "resolve":
      return resolve(present, act);
    case "release":
      return release(present, act, facts);
    case "mute":
      return mute(present, act);
    case "reconcile":
      return reconcile(present, act, facts);
    case "move":
      return move(present, act);
  }
}
