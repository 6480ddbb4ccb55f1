import {
  alertOf,
  hasFired,
  isCalled,
  type Hook,
  type Incident,
  type KnownAlert,
  type MadeAlert,
} from "../../alerts/index.ts";
import { foldName } from "../../../lib/text.ts";
import { mayObserve } from "./may-observe.ts";

/** An alert that was made here, and may have fired with an incident. */
export interface MadeAlertFired {
  alert: MadeAlert;
  /** False where others on the same tile or search, which were not made here, may be meant as well. */
  isSure: boolean;
}

/**
 * The one of these alerts, made here, that fired with an incident of a hook: by its id, else by its name and where it
 * stands. Undefined where it was none of them.
 */
export function madeAlertOf(
  incident: Pick<Incident, "latest" | "history">,
  hook: Pick<Hook, "observes">,
  alerts: readonly MadeAlert[],
): MadeAlertFired | undefined {
  if (!hasFired(incident)) return undefined;
  const { latest } = incident;
  const there = alerts.filter((alert) => mayObserve(hook, alert));
  const sureId = latest.origin?.alertId;
  const known = sureId === undefined ? alertOf(latest, there.map(asKnown)) : undefined;
  const alert = there.find(({ alertId }) => alertId === (sureId ?? known?.id));
  return alert && { alert, isSure: known === undefined || isCalled(latest.alertName, known) };
}

/** An alert that was made here, as its incidents are told from others by it. */
export function asKnown(alert: MadeAlert): KnownAlert {
  const { alertId: id, name, threshold, dashboardId, tileId, savedSearchId } = alert;
  return { id, name: foldName(name), threshold, dashboardId, tileId, savedSearchId };
}
