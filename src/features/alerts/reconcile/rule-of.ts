import type { AlertsContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import * as texts from "../actions/texts.ts";
import { type Observes, type Rule, alertOf, isCalled, knownAlert, observedLocation } from "./read-alerts.ts";

/** The result of a search: the rule, or only its location, or only why it is unknown. */
export type RuleResult = Rule | { location: string; why: string } | { why: string };

type Context = Pick<AlertsContext, "cloudOf" | "madeAlerts" | "webhookTargets">;

/** True if an incident has an origin, so its rule may be found. */
export function mayHaveRule({ latest }: Pick<Incident, "latest">): boolean {
  return latest.origin !== undefined && !latest.isTest;
}

/** The rule of an incident, if its sender and its hook give it; else undefined. */
function statedRule({ latest }: Pick<Incident, "latest">, { observes }: Hook): Rule | undefined {
  const alertId = latest.isTest ? undefined : latest.origin?.alertId;
  return alertId !== undefined && observes ? { alertId, location: commandNameOf(observes) } : undefined;
}

/**
 * Finds the rule of an incident: by its sender and hook, the rules created here, the targets of webhooks, or the API's
 * list of alerts.
 */
export async function findRule(incident: Incident, hook: Hook, context: Context): Promise<RuleResult> {
  const said = statedRule(incident, hook);
  if (said) return said;
  const alertId = incident.latest.origin?.alertId;
  const made = alertId === undefined ? undefined : await context.madeAlerts.find(alertId);
  // A rule with another hook may be of another server: a copy of a server has the same ids.
  const isOfHook = made?.hookId === undefined || made.hookId === hook.id;
  const here = (isOfHook ? made : undefined) ?? hook.observes ?? (await onlyTarget(hook, context));
  const observes = here ?? made;
  if (!observes) return { why: texts.serverUnknown };
  const location = commandNameOf(observes);
  return alertId === undefined ? listedRule(incident, observes, context) : { alertId, location };
}

/** The location of the webhooks that post to a hook, if it is only one. */
async function onlyTarget({ id }: Hook, { webhookTargets }: Context): Promise<Observes | undefined> {
  const targets = (await webhookTargets.list()).filter(({ hookId }) => hookId === id);
  const [first] = targets;
  return targets.every((target) => first && commandNameOf(target) === commandNameOf(first))
    ? first
    : undefined;
}

async function listedRule(
  { latest }: Incident,
  observes: Observes,
  { cloudOf }: Context,
): Promise<RuleResult> {
  const location = commandNameOf(observes);
  try {
    const { readable, unreadable } = await observedLocation(cloudOf(observes.connection), observes).list();
    const alert = alertOf(latest, readable.map(knownAlert));
    // An unreadable alert may be the right one, unless the found one has the event's name.
    const isSure = alert && (unreadable.length === 0 || isCalled(latest.alertName, alert));
    return isSure ? { location, alertId: alert.id } : { location, why: texts.noneOrSeveral };
  } catch (error) {
    if (isAppError(error, "missing") && error.unserved) return { location, why: texts.unlisted };
    throw error;
  }
}

/** The id or name of a location that commands accept. */
function commandNameOf({ serviceId, connection }: Observes): string {
  return serviceId ?? connection;
}
