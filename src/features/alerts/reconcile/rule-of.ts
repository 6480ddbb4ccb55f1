import type { AlertsContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { alertOf, isCalled, knownAlert } from "./known-alert.ts";
import { type Observes, observedLocation } from "./read-alerts.ts";

/** The alert in the observability system that an incident came of. */
export interface Rule {
  alertId: string;
  /** What names its place in commands. */
  place: string;
}

/** What is known of it: the rule, or the place alone, or not even that. */
export type RuleResult = Rule | { place: string; why: string } | { why: string };

type Context = Pick<AlertsContext, "cloudOf" | "madeAlerts" | "webhookTargets">;

/** True where an incident's sender said something of its alert, so that it may be found. */
export function mayHaveRule({ latest }: Pick<Incident, "latest">): boolean {
  return latest.origin !== undefined && !latest.isTest;
}

/** The rule of an incident, where its sender and its hook tell it. */
export function statedRule({ latest }: Pick<Incident, "latest">, { observes }: Hook): Rule | undefined {
  const alertId = latest.isTest ? undefined : latest.origin?.alertId;
  return alertId !== undefined && observes ? { alertId, place: wordOf(observes) } : undefined;
}

/** The same where more has to be asked: what was created from here, where webhooks lead, and the API for a list of alerts. */
export async function findRule(incident: Incident, hook: Hook, context: Context): Promise<RuleResult> {
  const said = statedRule(incident, hook);
  if (said) return said;
  const alertId = incident.latest.origin?.alertId;
  const made = alertId === undefined ? undefined : await context.madeAlerts.find(alertId);
  // One that reaches another hook is rather of a server that this one's was copied from, with the same ids.
  const isOfHook = made?.hookId === undefined || made.hookId === hook.id;
  const here = (isOfHook ? made : undefined) ?? hook.observes ?? (await onlyTarget(hook, context));
  const observes = here ?? made;
  if (!observes) return { why: "It is not known which server the alerts of its hook are on." };
  const place = wordOf(observes);
  return alertId === undefined ? listedRule(incident, observes, context) : { alertId, place };
}

/** Where the webhooks lead from that reach a hook, where that is one place. */
async function onlyTarget({ id }: Hook, { webhookTargets }: Context): Promise<Observes | undefined> {
  const targets = (await webhookTargets.list()).filter(({ hookId }) => hookId === id);
  const [first] = targets;
  return targets.every((target) => first && wordOf(target) === wordOf(first)) ? first : undefined;
}

async function listedRule(
  { latest }: Incident,
  observes: Observes,
  { cloudOf }: Context,
): Promise<RuleResult> {
  const place = wordOf(observes);
  try {
    const { readable, unreadable } = await observedLocation(
      cloudOf(observes.connection),
      observes,
      async () => {},
    ).list();
    const alert = alertOf(latest, readable.map(knownAlert));
    // An alert that cannot be read may be the one that is meant, but for what is called otherwise.
    const isSure = alert && (unreadable.length === 0 || isCalled(latest.alertName, alert));
    return isSure ? { place, alertId: alert.id } : { place, why: noneOrSeveral };
  } catch (error) {
    if (isAppError(error, "missing") && error.unserved) return { place, why: unlisted };
    throw error;
  }
}

const noneOrSeveral = "None of the alerts there is surely the one: it may have been deleted or moved since.";
const unlisted =
  "Its sender does not name the alert, and this server does not offer a list of alerts to look for it in.";

/** What names a place in commands, whatever it is called. */
function wordOf({ serviceId, connection }: Observes): string {
  return serviceId ?? connection;
}
