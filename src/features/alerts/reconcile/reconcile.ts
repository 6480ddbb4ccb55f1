import { memoize } from "../../../lib/cache.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { queueAction } from "../actions/target.ts";
import type { AlertsContext } from "../context.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import type { IncidentAction } from "../receive/inbox-entries.ts";
import { type CheckIncident, locationRound } from "./location-round.ts";
import {
  type AlertCheck,
  type AlertMemory,
  type Observes,
  observedLocation,
  waitForQuota,
} from "./read-alerts.ts";

/** The parts of a workspace's context that the reconciliation uses. */
type ReconcileContext = Pick<
  AlertsContext,
  | "hooks"
  | "incidents"
  | "inbox"
  | "ingestSoon"
  | "hasObserved"
  | "cloudOf"
  | "requestQuota"
  | "limits"
  | "now"
  | "log"
>;

/** Senders evaluate their alerts at most once a minute. */
const everyMs = minuteMs;

/** A round ends before the next one begins. */
const longestRoundMs = 45_000;
const incidentsAtOnce = 200;
/** After this many failures in a round, the API itself is in trouble. */
const mostFailures = 3;

/**
 * Makes the job step that checks a workspace's open incidents against the API and resolves or marks them. It comes again
 * as long as there is something to check. The item's id is the workspace's id. Its memory is a cache of this process
 * only.
 */
export function reconcileWorkspace(contextOf: (workspaceId: string) => ReconcileContext) {
  const memoryOf = memoize((): AlertMemory => ({ list: undefined, departed: [], seen: new Set() }));
  const troubles = new Map<string, string>();
  /** When each workspace was last checked. A round that finds a check under way asks for another one right after it. */
  const latestMs = new Map<string, number>();

  return async (workspaceId: string): Promise<Step> => {
    const context = contextOf(workspaceId);
    const { hooks, now, log } = context;
    const beganMs = now().getTime();
    const sinceLatestMs = beganMs - (latestMs.get(workspaceId) ?? 0);
    if (sinceLatestMs >= 0 && sinceLatestMs < everyMs) return { againInMs: everyMs - sinceLatestMs };
    latestMs.set(workspaceId, beganMs);
    // The hooks of one location share its answers.
    const byLocation = Map.groupBy(
      await hooks.list(),
      ({ observes }) => observes && `${observes.connection} ${observes.serviceId ?? ""}`,
    );
    for (const [location, observing] of byLocation) {
      const observes = observing[0]?.observes;
      if (!observes) continue;
      const key = `${workspaceId} ${location}`;
      try {
        await reconcileLocation(observes, observing, memoryOf(key), context);
        if (troubles.delete(key)) log.info({ ...observes }, "reading alerts from the API works again");
      } catch (err) {
        if (!(err instanceof AppError)) throw err;
        // A used-up quota says nothing about the API. Each trouble is logged once; the next round tries everything again.
        if (err.kind === "limited" || troubles.get(key) === err.message) continue;
        troubles.set(key, err.message);
        log.warn({ err, ...observes }, "couldn't read alerts from the API; the next round tries again");
      }
    }
    if (!(await context.hasObserved())) return "done";
    return { againInMs: Math.max(0, everyMs - (now().getTime() - beganMs)) };
  };
}

async function reconcileLocation(
  observes: Observes,
  hooks: readonly Hook[],
  memory: AlertMemory,
  context: ReconcileContext,
): Promise<void> {
  const quota = context.requestQuota(`${observes.connection} reconcile`, requestsFor(observes, context));
  const take = waitForQuota(quota, longestRoundMs);
  const checkIncident = locationRound({
    location: observedLocation(context.cloudOf(observes.connection), observes, take),
    memory,
    isOnlyLocation: observes.serviceId === undefined,
    nowMs: () => context.now().getTime(),
  });
  const failures: AppError[] = [];
  for (const hook of hooks) await reconcileHook(hook, checkIncident, failures, context);
  const [failure] = failures;
  if (failure) throw failure;
}

/** Requests per 10 s. People need the rest of the quota. A stand-alone server allows 100 a minute. */
function requestsFor({ serviceId }: Observes, { limits }: ReconcileContext): number {
  return serviceId === undefined ? 4 : Math.max(1, Math.floor(limits.requestsPerWindow / 3));
}

async function reconcileHook(
  { id: hookId }: Hook,
  checkIncident: CheckIncident,
  failures: AppError[],
  context: ReconcileContext,
): Promise<void> {
  // The longest unheard come first. If the quota runs out, the others are less in doubt.
  const ids = (await context.incidents.open(hookId)).toReversed();
  for (let start = 0; start < ids.length; start += incidentsAtOnce) {
    const incidents = await context.incidents.many(ids.slice(start, start + incidentsAtOnce));
    for (const incident of incidents) {
      if (failures.some(isOfAll) || failures.length >= mostFailures) return;
      await reconcileIncident(incident, checkIncident, failures, context);
    }
  }
}

/** True for a failure that every other alert would have too. */
function isOfAll({ kind }: AppError): boolean {
  return kind === "limited" || kind === "auth" || kind === "forbidden";
}

async function reconcileIncident(
  incident: Incident,
  checkIncident: CheckIncident,
  failures: AppError[],
  context: ReconcileContext,
): Promise<void> {
  const { isTest, isUnreadable } = incident.latest;
  if (isTest || isUnreadable) return;
  try {
    const check = await checkIncident(incident);
    const action = check && verdict(incident, check, context.now().getTime());
    if (action) await queueAction(context, incident, action);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Incidents of the same alert share its failure.
    if (!failures.includes(error)) failures.push(error);
  }
}

type Reconciliation = Extract<IncidentAction, { verb: "reconcile" }>;

const usualIntervalMs = 5 * minuteMs;
/** A sender tries three times for up to 30 s each, and may send other groups first. */
const onItsWayMs = 2 * minuteMs;

/** The action on an open incident for a check of its alert; undefined if nothing differs. */
export function verdict(incident: Incident, check: AlertCheck, nowMs: number): Reconciliation | undefined {
  const { found, word, intervalMs } = check;
  if (!counts(incident, check, nowMs)) return undefined;
  return {
    kind: "action",
    verb: "reconcile",
    incidentId: incident.id,
    // The time of the request: the sender may send something newer before this action is ingested.
    atMs: check.askedAtMs,
    found,
    word,
    intervalMs: isNewInterval(incident, check) ? intervalMs : undefined,
  };
}

function counts(incident: Incident, check: AlertCheck, nowMs: number): boolean {
  const { truth } = incident;
  switch (check.found) {
    case "over":
      return isConfirmed(incident, check);
    case "deleted":
      return true;
    case "firing":
      return (
        isNewInterval(incident, check) ||
        (truth?.found ?? "firing") !== "firing" ||
        isSilent(incident, check, nowMs)
      );
    case "silenced":
    case "unknown":
      return isNewInterval(incident, check) || truth?.found !== check.found || truth.word !== check.word;
  }
}

/**
 * True if "OK" is newer than the sender's last event. A sender may post a firing event minutes before it writes the
 * state, so the API may still give the old state. An answer counts if it was requested a whole interval plus the time
 * of a post after the last event. By then the alert was evaluated again, and a firing one would have sent another
 * event. A firing event that arrives even later fires the incident again, which is right.
 */
function isConfirmed({ lastSeenAtMs, intervalMs }: Incident, check: AlertCheck): boolean {
  const evaluatedEveryMs = check.intervalMs ?? intervalMs ?? usualIntervalMs;
  return check.askedAtMs > lastSeenAtMs + evaluatedEveryMs + onItsWayMs;
}

/**
 * True if only the API keeps an incident from being presumed over: for an interval, neither an event nor an answer of
 * the API confirmed it. A group is never confirmed, because the API's state is that of all groups together.
 */
function isSilent(
  { lastSeenAtMs, latest, truth }: Incident,
  { intervalMs }: AlertCheck,
  nowMs: number,
): boolean {
  if (latest.group !== undefined || intervalMs === undefined) return false;
  const heardAtMs = truth?.found === "firing" ? Math.max(lastSeenAtMs, truth.atMs) : lastSeenAtMs;
  return nowMs > heardAtMs + intervalMs;
}

/** True if the API gives another interval and the events have no window of their own. */
function isNewInterval({ intervalMs: known, latest }: Incident, { intervalMs }: AlertCheck): boolean {
  return intervalMs !== undefined && intervalMs !== known && latest.windowMs === undefined;
}
