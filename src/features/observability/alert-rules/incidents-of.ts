import {
  type Hook,
  type Incident,
  type KnownAlert,
  type MadeAlert,
  alertOf,
  hasFired,
  isCalled,
  knownAlert,
} from "../../alerts/index.ts";
import { messageLink } from "../../../platform/blocks/link.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { ObservabilityContext } from "../context.ts";
import type { ObservabilityTarget } from "../target.ts";
import { alertsThere } from "./list.ts";
import { foldName } from "../../../lib/text.ts";
import { isIncidentOf, isNamed, mayObserve, originsOf } from "./is-incident-of.ts";

/** An incident here of an alert, open or over. */
export interface AlertIncident {
  incident: Incident;
  /** The address of its message in Slack, or of the digest that shows it; absent where nothing is shown yet. */
  messageUrl?: string;
}

type Context = Pick<ObservabilityContext, "hooks" | "incidents" | "cloudOf">;

/** The latest incidents here of an alert, open ones and those that are over, the newest first; they are kept for 30 days. */
export async function incidentsOf(
  alert: Alert,
  target: ObservabilityTarget,
  context: Context,
  most = 5,
): Promise<AlertIncident[]> {
  const known = knownAlert(alert);
  const candidates = await candidatesFor(known, target, context);
  const isCertain = (incident: Incident) =>
    isIncidentOf(alert.id, incident, [known]) && isNamed(incident, known);
  const others = candidates.some((incident) => !isCertain(incident))
    ? await alertsThere(target, context)
    : undefined;
  // An alert that cannot be read may be the one that an incident is of.
  const isKnown = typeof others === "object" && others.unreadable.length === 0;
  const own = candidates.filter(
    (incident) => isCertain(incident) || (isKnown && isIncidentOf(alert.id, incident, others.alerts)),
  );
  const latest = own.toSorted((a, b) => b.openedAtMs - a.openedAtMs).slice(0, most);
  const messages = await context.incidents.messagesOf(latest);
  return latest.map((incident, index) => {
    const message = messages[index];
    return message ? { incident, messageUrl: messageLink(message) } : { incident };
  });
}

/** What may have come of it: by its id, or of whatever stands on its tile or search. */
async function candidatesFor(
  alert: KnownAlert,
  target: ObservabilityTarget,
  { hooks, incidents }: Context,
): Promise<Incident[]> {
  const ids = await incidents.recentOf(originsOf(alert));
  if (ids.flat().length === 0) return [];
  const [found, all] = await Promise.all([incidents.many([...new Set(ids.flat())]), hooks.list()]);
  const byId = new Map(all.map((hook) => [hook.id, hook]));
  return found.filter(
    (incident) =>
      (alertOf(incident.latest, [alert]) || incident.latest.origin?.alertId === alert.id) &&
      mayObserve(byId.get(incident.hookId), target),
  );
}

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
