import type { AlertsContext } from "../context.ts";
import type { Step } from "../../../platform/jobs/queue.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { queueAction } from "../actions/target.ts";
import { type LocationRound, locationRound } from "./location-round.ts";
import { verdict } from "./verdict.ts";
import { type AlertMemory, type Observes, newMemory, observedLocation, waitForQuota } from "./read-alerts.ts";

/** What the reconciliation uses of a workspace. */
type ReconcileContext = Pick<
  AlertsContext,
  "hooks" | "incidents" | "inbox" | "ingestSoon" | "cloudOf" | "budget" | "limits" | "now" | "log"
>;

/** A round ends before the next one begins. */
const longestRoundMs = 45_000;
const incidentsAtOnce = 200;
/** An API that fails so often in a round has a trouble of its own. */
const mostFailures = 3;

/**
 * Asks what became of the alerts of a workspace's open incidents, and closes or marks those that the API knows better; the
 * item's id is the workspace's. What it remembers is for itself alone: another process finds out the same.
 */
export function reconcileWorkspace(contextOf: (workspaceId: string) => ReconcileContext) {
  const memories = new Map<string, AlertMemory>();
  const troubles = new Map<string, string>();

  return async (workspaceId: string): Promise<Step> => {
    const context = contextOf(workspaceId);
    for (const { observes, hooks } of placesOf(await context.hooks.list())) {
      const key = `${workspaceId} ${placeKey(observes)}`;
      const memory = memories.get(key) ?? newMemory();
      memories.set(key, memory);
      await noting(troubles, key, observes, context, () => reconcilePlace(observes, hooks, memory, context));
    }
    return "done";
  };
}

interface ObservedHooks {
  observes: Observes;
  hooks: Hook[];
}

/** Hooks of the same place share its answers. */
function placesOf(hooks: readonly Hook[]): ObservedHooks[] {
  const places = new Map<string, ObservedHooks>();
  for (const hook of hooks) {
    const { observes } = hook;
    if (!observes) continue;
    const place = places.get(placeKey(observes)) ?? { observes, hooks: [] };
    place.hooks.push(hook);
    places.set(placeKey(observes), place);
  }
  return [...places.values()];
}

function placeKey({ connection, serviceId = "" }: Observes): string {
  return `${connection} ${serviceId}`;
}

async function reconcilePlace(
  observes: Observes,
  hooks: readonly Hook[],
  memory: AlertMemory,
  context: ReconcileContext,
): Promise<void> {
  const share = context.budget(`${observes.connection} reconcile`, requestsFor(observes, context));
  const take = waitForQuota(share, longestRoundMs);
  const round = locationRound({
    place: observedLocation(context.cloudOf(observes.connection), observes, take),
    memory,
    isOnlyLocation: observes.serviceId === undefined,
    nowMs: () => context.now().getTime(),
  });
  const failures: AppError[] = [];
  for (const hook of hooks) await reconcileHook(hook, round, failures, context);
  const [failure] = failures;
  if (failure) throw failure;
}

/** In 10 s; people need the rest. A stand-alone server allows 100 in a minute. */
function requestsFor({ serviceId }: Observes, { limits }: ReconcileContext): number {
  return serviceId === undefined ? 4 : Math.max(1, Math.floor(limits.requestsPerWindow / 3));
}

async function reconcileHook(
  { id: hookId }: Hook,
  round: LocationRound,
  failures: AppError[],
  context: ReconcileContext,
): Promise<void> {
  // Those that were not heard of for longest first: should requests not suffice, the others are in no doubt.
  const ids = (await context.incidents.open(hookId)).toReversed();
  for (let start = 0; start < ids.length; start += incidentsAtOnce) {
    const incidents = await context.incidents.many(ids.slice(start, start + incidentsAtOnce));
    for (const incident of incidents) {
      if (failures.some(isOfAll) || failures.length >= mostFailures) return;
      await reconcileIncident(incident, round, failures, context);
    }
  }
}

/** What would be the same for every other alert. */
function isOfAll({ kind }: AppError): boolean {
  return kind === "limited" || kind === "auth" || kind === "forbidden";
}

async function reconcileIncident(
  incident: Incident,
  round: LocationRound,
  failures: AppError[],
  context: ReconcileContext,
): Promise<void> {
  const { isTest, isUnreadable } = incident.latest;
  if (isTest || isUnreadable) return;
  try {
    const look = await round.lookFor(incident);
    const act = look && verdict(incident, look, context.now().getTime());
    if (act) await queueAction(context, incident, act);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Of one alert's failure its other incidents hear as well.
    if (!failures.includes(error)) failures.push(error);
  }
}

/** Tells the log of a place's trouble once, and of its end; all is tried again in the next round. */
async function noting(
  troubles: Map<string, string>,
  key: string,
  observes: Observes,
  { log }: ReconcileContext,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
    if (troubles.delete(key)) log.info({ ...observes }, "alerts can be asked for again");
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // That requests were used up says nothing of the API.
    if (error.kind === "limited" || troubles.get(key) === error.message) return;
    troubles.set(key, error.message);
    log.warn({ err: error, ...observes }, "what became of alerts cannot be asked; it is tried every minute");
  }
}
