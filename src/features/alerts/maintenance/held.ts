import { rearmed } from "../incident/open.ts";
import type { Incident } from "../incident/record.ts";
import type { Advanced, Facts, Occurrence } from "../incident/step.ts";
import { type Span, isHeld } from "./record.ts";

/**
 * The result of a step during or after a maintenance: a new incident is held back, and one that is still open when the
 * maintenance is over, or that becomes critical and may pass, is released to be posted as new.
 */
export function withMaintenance(
  advanced: Advanced,
  occurrence: Occurrence,
  { maintenance, hook, nowMs }: Facts,
): Advanced {
  const { incident, change } = advanced;
  if (change === "new") {
    const isKept = maintenance && isToHold(incident, occurrence, maintenance);
    if (!isKept) return advanced;
    const held: Incident = { ...incident, held: { sinceMs: maintenance.sinceMs } };
    return { ...advanced, incident: held, isUrgent: false, suppressed: "maintenance" };
  }
  if (!isHeld(incident)) return advanced;
  const isOver = !maintenance || passes(incident, maintenance);
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

/** True for a new incident of an event that was received during the maintenance. Tests check the way to the channel. */
function isToHold(incident: Incident, occurrence: Occurrence, maintenance: Span): boolean {
  if (incident.latest.isTest || passes(incident, maintenance)) return false;
  return occurrence.kind === "event" && occurrence.receivedAtMs >= maintenance.sinceMs;
}

function passes({ severity }: Incident, { criticalPasses }: Span): boolean {
  return criticalPasses && severity === "critical";
}
