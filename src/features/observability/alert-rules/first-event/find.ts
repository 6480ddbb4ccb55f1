import type { FirstEventClue, Incident, MadeAlert } from "../../../alerts/index.ts";
import type { ObservabilityContext } from "../../context.ts";
import { minuteMs } from "../../../../lib/duration.ts";
import {
  type MadeAlertFired,
  alertsThere,
  asKnown,
  isIncidentOf,
  madeAlertOf,
  originsOf,
} from "../incidents.ts";
import { type ObservabilityTarget, wordOfTarget } from "../../target.ts";

/** Shared by the clues of one pass. */
export interface Pass {
  /** The alerts made here that have not fired yet, as far as known. */
  awaited: readonly MadeAlert[];
  listed: (target: ObservabilityTarget) => ReturnType<typeof alertsThere>;
  context: ObservabilityContext;
}

/** Reads the alerts of each target once in a pass. */
export function eachListedOnce(context: ObservabilityContext): Pass["listed"] {
  const lists = new Map<string, ReturnType<typeof alertsThere>>();
  return (target) => {
    const key = wordOfTarget(target);
    const list = lists.get(key) ?? alertsThere(target, context);
    lists.set(key, list);
    return list;
  };
}

/** An alert made here, and the incident that may be its first. */
export interface Found extends MadeAlertFired {
  incident: Incident;
}

/** The awaited alert of an incident. */
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

/** An alert may be known here so much later than it was created, if its answer was lost. */
const earlierMs = 15 * minuteMs;

/** The oldest incident of an awaited alert, which may have fired before it was known here. */
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

/** True if no other alert of the target can have fired. Without a list, the threshold decides. */
export async function isOnlyOne({ alert, incident }: Found, { listed }: Pass): Promise<boolean | "unknown"> {
  const there = await listed(alert);
  if (there === "failed") return "unknown";
  if (there !== "unserved") {
    const isItsOwn = isIncidentOf(alert.alertId, incident, there.alerts);
    // An unreadable alert may watch the same tile, or be the alert itself.
    return there.unreadable.length === 0 ? isItsOwn : "unknown";
  }
  return Number(incident.latest.threshold) === alert.threshold;
}
