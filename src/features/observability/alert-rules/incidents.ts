import {
  type AlertOrigin,
  type Hook,
  type Incident,
  type KnownAlert,
  type MadeAlert,
  alertOf,
  hasFired,
  isCalled,
  knownAlert,
} from "../../alerts/index.ts";
import { messageLink } from "../../../platform/blocks/escape.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import { isAppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/json.ts";
import type { ObservabilityContext } from "../context.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { isUnserved } from "../readable.ts";
import { type ObservabilityTarget, isSameTarget } from "../target.ts";

/** An incident of an alert rule here, open or resolved. */
export interface AlertIncident {
  incident: Incident;
  /** The address of its message in Slack, or of the storm summary that shows it; absent if nothing shows it yet. */
  messageUrl?: string;
}

type Context = Pick<ObservabilityContext, "hooks" | "incidents" | "cloudOf">;

/** The latest incidents here of an alert rule, the newest first. Incidents are kept for 30 days. */
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
  // An incident may belong to an unreadable rule.
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

/** Incidents that may belong to a rule: by its id, or by its tile or search. */
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

/** The alert rules of a target, for matching them to incidents. */
interface AlertsThere {
  alerts: KnownAlert[];
  unreadable: readonly Unreadable[];
}

/** All alert rules of a target. "unserved" if its server has no list, and "failed" if the list cannot be read now. */
export async function alertsThere(
  target: ObservabilityTarget,
  context: Pick<ObservabilityContext, "cloudOf">,
): Promise<AlertsThere | "unserved" | "failed"> {
  try {
    const { readable, unreadable } = await observabilityClientOf(target, context).alerts.survey();
    return { alerts: readable.map(knownAlert), unreadable };
  } catch (error) {
    if (isUnserved(error)) return "unserved";
    if (isAppError(error, "missing", "limited", "upstream", "forbidden", "auth")) return "failed";
    throw error;
  }
}

/** True if an incident belongs to that rule and to no other of its target: by the id, or by the tile or search. */
export function isIncidentOf(
  alertId: string,
  { latest }: Pick<Incident, "latest">,
  alerts: readonly KnownAlert[],
): boolean {
  if (latest.isTest) return false;
  const id = latest.origin?.alertId ?? alertOf(latest, alerts)?.id;
  return id === alertId;
}

/** True if an incident itself names that rule. Another rule on the same tile has another name. */
export function isNamed({ latest }: Pick<Incident, "latest">, alert: KnownAlert): boolean {
  return latest.origin?.alertId === alert.id || isCalled(latest.alertName, alert);
}

/** The origins that senders may give for a rule, the most certain first. Its incidents are listed under one of them. */
export function originsOf({ id, dashboardId, tileId, savedSearchId }: KnownAlert): AlertOrigin[] {
  return [
    { alertId: id },
    ...(savedSearchId === undefined ? [] : [{ savedSearchId }]),
    ...(dashboardId === undefined ? [] : [...(tileId ? [{ dashboardId, tileId }] : []), { dashboardId }]),
  ];
}

/** True if a hook may get alerts of a target. A hook may be set to another target. */
export function mayObserve(hook: Pick<Hook, "observes"> | undefined, target: ObservabilityTarget): boolean {
  return hook !== undefined && (hook.observes === undefined || isSameTarget(hook.observes, target));
}

/** An alert rule that was made here, and may have fired with an incident. */
export interface MadeAlertFired {
  alert: MadeAlert;
  /** False if others on the same tile or search, not made here, may have fired instead. */
  isSure: boolean;
}

/** The one of these rules that fired with an incident of a hook: by its id, or by its name, tile and search. */
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

/** The fields of a rule made here that match it to incidents. */
export function asKnown(alert: MadeAlert): KnownAlert {
  const { alertId: id, name, threshold, dashboardId, tileId, savedSearchId } = alert;
  return { id, name: foldName(name), threshold, dashboardId, tileId, savedSearchId };
}
