import {
  type AlertOrigin,
  type Hook,
  type Incident,
  type KnownAlert,
  alertOf,
  isCalled,
} from "../../alerts/index.ts";
import { type ObservabilityTarget, isSameTarget } from "../target.ts";

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

/** All that senders may say of where an alert stands, the surest first: its incidents are listed under one of these. */
export function originsOf({ id, dashboardId, tileId, savedSearchId }: KnownAlert): AlertOrigin[] {
  return [
    { alertId: id },
    ...(savedSearchId === undefined ? [] : [{ savedSearchId }]),
    ...(dashboardId === undefined ? [] : [...(tileId ? [{ dashboardId, tileId }] : []), { dashboardId }]),
  ];
}

/** True where a hook can be sent alerts of a place; one that was said to be of another place tells nothing of this one. */
export function mayObserve(hook: Pick<Hook, "observes"> | undefined, target: ObservabilityTarget): boolean {
  return hook !== undefined && (hook.observes === undefined || isSameTarget(hook.observes, target));
}
