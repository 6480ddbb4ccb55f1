import { alertOf, knownAlert, type Incident, type KnownAlert } from "../../alerts/index.ts";
import { messageLink } from "../../../platform/blocks/message-link.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { ObservabilityContext } from "../context.ts";
import type { ObservabilityPlace } from "../target.ts";
import { alertsThere } from "./alerts-there.ts";
import { isIncidentOf, isNamed } from "./is-incident-of.ts";
import { mayObserve } from "./may-observe.ts";
import { originsOf } from "./origins-of.ts";

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
  place: ObservabilityPlace,
  context: Context,
  most = 5,
): Promise<AlertIncident[]> {
  const known = knownAlert(alert);
  const candidates = await candidatesFor(known, place, context);
  const isCertain = (incident: Incident) =>
    isIncidentOf(alert.id, incident, [known]) && isNamed(incident, known);
  const others = candidates.some((incident) => !isCertain(incident))
    ? await alertsThere(place, context)
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
  place: ObservabilityPlace,
  { hooks, incidents }: Context,
): Promise<Incident[]> {
  const ids = await incidents.recentOf(originsOf(alert));
  if (ids.flat().length === 0) return [];
  const [found, all] = await Promise.all([incidents.many([...new Set(ids.flat())]), hooks.list()]);
  const byId = new Map(all.map((hook) => [hook.id, hook]));
  return found.filter(
    (incident) =>
      (alertOf(incident.latest, [alert]) || incident.latest.origin?.alertId === alert.id) &&
      mayObserve(byId.get(incident.hookId), place),
  );
}
