import { rearmed } from "./open.ts";
import { type Incident, isHeld } from "./record.ts";
import type { Advanced, Facts, HoldBack, Occurrence } from "./step.ts";

/**
 * The result of a step during or after a maintenance: a new incident is held back, and one that is still open when it is
 * over, or that becomes critical and may pass, is released to be posted as new.
 */
export function withHoldBack(
  advanced: Advanced,
  occurrence: Occurrence,
  { holdBack, hook, nowMs }: Facts,
): Advanced {
  const { incident, change } = advanced;
  if (change === "new") {
    const isKept = holdBack && isToHoldBack(incident, occurrence, holdBack);
    if (!isKept) return advanced;
    const held: Incident = { ...incident, held: { sinceMs: holdBack.sinceMs } };
    return { ...advanced, incident: held, isUrgent: false, suppressed: "maintenance" };
  }
  if (!isHeld(incident)) return advanced;
  const isOver = !holdBack || passes(incident, holdBack);
  if (!isOver || incident.state === "resolved")
    return occurrence.kind === "event" ? { ...advanced, suppressed: "maintenance" } : advanced;
  const released: Incident = {
    ...incident,
    revision: incident.revision + 1,
    held: incident.held && { ...incident.held, untilMs: nowMs },
  };
  return {
    incident: released.state === "firing" ? rearmed(released, nowMs, hook) : released,
    change: "changed",
    isUrgent: incident.severity === "critical",
    isReleased: true,
  };
}

/** True for a new incident of an event that was received during the holdBack. Tests check the way to the channel. */
function isToHoldBack(incident: Incident, occurrence: Occurrence, holdBack: HoldBack): boolean {
  if (incident.latest.isTest || passes(incident, holdBack)) return false;
  return occurrence.kind === "event" && occurrence.receivedAtMs >= holdBack.sinceMs;
}

function passes({ severity }: Incident, { criticalPasses }: HoldBack): boolean {
  return criticalPasses && severity === "critical";
}
