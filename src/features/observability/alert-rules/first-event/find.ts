import type { FirstEventClue, Incident, MadeAlert } from "../../../alerts/index.ts";
import type { ObservabilityContext } from "../../context.ts";
import { minuteMs } from "../../../../lib/duration.ts";
import { alertsThere } from "../list.ts";
import { type MadeAlertFired, asKnown, madeAlertOf } from "../incidents-of.ts";
import { type ObservabilityTarget, wordOfTarget } from "../../target.ts";
import { isIncidentOf, originsOf } from "../is-incident-of.ts";

/** What the clues of one pass share. */
export interface Pass {
  /** The alerts that nobody has seen fire yet. */
  awaited: readonly MadeAlert[];
  listed: (target: ObservabilityTarget) => ReturnType<typeof alertsThere>;
  context: ObservabilityContext;
}

/** However many clues there are, a place's alerts are asked for once. */
export function eachListedOnce(context: ObservabilityContext): Pass["listed"] {
  const lists = new Map<string, ReturnType<typeof alertsThere>>();
  return (target) => {
    const key = wordOfTarget(target);
    const list = lists.get(key) ?? alertsThere(target, context);
    lists.set(key, list);
    return list;
  };
}

/** An alert that was made here, and the incident that may be its first. */
export interface Found extends MadeAlertFired {
  incident: Incident;
}

/** The alert that an incident came of, among those that are awaited. */
export async function findAlert(
  { id }: FirstEventClue,
  { awaited, context }: Pass,
): Promise<Found | undefined> {
  const { incidents, hooks } = context;
  const incident = awaited.length === 0 ? undefined : await incidents.find(id);
  const hook = incident && (await hooks.find(incident.hookId));
  const fired = hook && madeAlertOf(incident, hook, awaited);
  return fired && { ...fired, incident };
}

/** Between its creation and the knowledge of it here somebody may have looked for a lost answer. */
const earlierMs = 15 * minuteMs;

/** The oldest incident of an awaited alert: it may have fired before it was known here that it was made. */
export async function findIncident(
  { id }: FirstEventClue,
  { awaited, context }: Pass,
): Promise<Found | undefined> {
  const alert = awaited.find(({ alertId }) => alertId === id);
  if (!alert) return undefined;
  const ids = (await context.incidents.recentOf(originsOf(asKnown(alert)))).flat();
  const latestFirst = await context.incidents.many(ids);
  const sinceMs = Date.parse(alert.at) - earlierMs;
  const since = latestFirst.toReversed().filter(({ lastSeenAtMs }) => lastSeenAtMs > sinceMs);
  const hooks = new Map((await context.hooks.list()).map((hook) => [hook.id, hook]));
  const fired = since
    .toSorted((a, b) => a.openedAtMs - b.openedAtMs)
    .flatMap((incident) => {
      const hook = hooks.get(incident.hookId);
      const found = hook && madeAlertOf(incident, hook, [alert]);
      return found ? [{ ...found, incident }] : [];
    });
  return fired.find(({ isSure }) => isSure) ?? fired[0];
}

/** Whether no other alert of the place can be meant; where there is no list to tell it, its threshold does. */
export async function isListedSo({ alert, incident }: Found, { listed }: Pass): Promise<boolean | "unknown"> {
  const there = await listed(alert);
  if (there === "failed") return "unknown";
  if (there !== "unserved") {
    const isItsOwn = isIncidentOf(alert.alertId, incident, there.alerts);
    // One that cannot be read may be on the same tile, or be the alert itself.
    return there.unreadable.length === 0 ? isItsOwn : "unknown";
  }
  return Number(incident.latest.threshold) === alert.threshold;
}
