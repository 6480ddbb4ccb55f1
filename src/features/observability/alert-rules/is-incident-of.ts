import { alertOf, isCalled, type Incident, type KnownAlert } from "../../alerts/index.ts";

/** True where an incident came of that alert and can be of no other one of its place: by its id, else by where it stands. */
export function isIncidentOf(
  alertId: string,
  { latest }: Pick<Incident, "latest">,
  alerts: readonly KnownAlert[],
): boolean {
  if (latest.isTest) return false;
  const id = latest.origin?.alertId ?? alertOf(latest, alerts)?.id;
  return id === alertId;
}

/**
 * True where an incident itself names that alert. Another alert on the same tile has another name; and so may this one have
 * had before it was renamed.
 */
export function isNamed({ latest }: Pick<Incident, "latest">, alert: KnownAlert): boolean {
  return latest.origin?.alertId === alert.id || isCalled(latest.alertName, alert);
}
