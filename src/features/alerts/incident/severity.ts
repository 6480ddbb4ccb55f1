import { type Severity, severities } from "./event-record.ts";
import type { ReceivedEvent } from "../receive/inbox-entry.ts";
import type { Incident } from "./record.ts";
import { eventAtMs } from "./event-time.ts";
import { type Facts, quietly, told } from "./step.ts";

/** How bad an event is: as a rule of the hook says, else as the event does. */
export function severityOf({ event }: ReceivedEvent, { route }: Facts): Severity | undefined {
  return route.severity ?? event.severity;
}

/** An incident that is as bad as its worst event; a rise is told, also of a snoozed one where it is critical from now on. */
export function raised(incident: Incident, received: ReceivedEvent, facts: Facts): Incident {
  const before = incident.severity;
  const severity = severityOf(received, facts);
  if (severity === undefined || rankOf(severity) <= rankOf(before)) return incident;
  const higher = { ...incident, severity };
  // The first that is said is no rise, but nobody should miss that it is critical.
  if (before === undefined && severity !== "critical") return higher;
  const isQuiet = facts.route.isMuted || (incident.state === "snoozed" && severity !== "critical");
  return told(higher, {
    atMs: eventAtMs(received),
    what: "severity rose",
    note: severity,
    ...(facts.hook.broadcasts && !isQuiet && { isBroadcast: true }),
    ...quietly(isQuiet),
  });
}

/** True where an incident became critical that was not. */
export function becameCritical(before: Incident, { severity }: Incident): boolean {
  return severity === "critical" && before.severity !== "critical";
}

function rankOf(severity: Severity | undefined): number {
  return severity === undefined ? -1 : severities.indexOf(severity);
}
