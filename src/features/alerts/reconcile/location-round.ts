import { mayBeAmong } from "../../../lib/json.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { Incident } from "../incident/record.ts";
import {
  type AlertCheck,
  type AlertMemory,
  type ObservedLocation,
  alertOf,
  checkOf,
  fetchList,
  isCalled,
  listLastsMs,
} from "./read-alerts.ts";

// For more alerts than these, one list replaces many requests.
const mostFetched = 3;

/**
 * Checks an incident's alert at the API; undefined if the alert is not known. If the API fails, each call for that alert
 * throws the same AppError.
 */
export type CheckIncident = (incident: Incident) => Promise<AlertCheck | undefined>;

interface Options {
  location: ObservedLocation;
  memory: AlertMemory;
  /** True if its alerts can be in no other location, so a missing one was deleted. */
  isOnlyLocation: boolean;
  nowMs: () => number;
}

/** One round of checks at one location. Each alert is fetched once, however many incidents it has. */
export function locationRound({ location, memory, isOnlyLocation, nowMs }: Options): CheckIncident {
  const checks = new Map<string, Promise<AlertCheck | undefined>>();
  const startedAtMs = nowMs();
  let list: Promise<ReadonlyMap<string, AlertCheck>> | undefined;

  /** Fetches the list at most once a round. Returns the checks of its alerts that have a state. */
  const fetchOnce = () => (list ??= fetchChecks());

  async function fetchChecks(): Promise<ReadonlyMap<string, AlertCheck>> {
    const askedAtMs = nowMs();
    const alerts = await fetchList(location, memory, askedAtMs);
    return new Map(alerts.filter(({ state }) => state).map((alert) => [alert.id, checkOf(alert, askedAtMs)]));
  }

  function checkAlert(id: string): Promise<AlertCheck | undefined> {
    const known = checks.get(id) ?? (checks.size < mostFetched ? fetchAlert(id) : findOrFetch(id));
    checks.set(id, known);
    return known;
  }

  async function findOrFetch(id: string): Promise<AlertCheck | undefined> {
    return (await fetchIfServed())?.get(id) ?? fetchAlert(id);
  }

  async function fetchAlert(id: string): Promise<AlertCheck | undefined> {
    const askedAtMs = nowMs();
    try {
      const alert = await location.get(id);
      memory.seen.add(id);
      return checkOf(alert, askedAtMs);
    } catch (error) {
      // This alert cannot be read. The others may be readable.
      if (isAppError(error, "upstream") && error.succeeded) return { found: "unknown", askedAtMs };
      if (!isAppError(error, "missing") || error.unserved) throw error;
      if (!(await isMissingInList(id))) return undefined;
      // If its hook observes the wrong service, the alert was never there, so it is not deleted.
      return { found: isOnlyLocation || memory.seen.has(id) ? "deleted" : "unknown", askedAtMs };
    }
  }

  /** Undefined if the server does not serve a list. */
  async function fetchIfServed(): Promise<ReadonlyMap<string, AlertCheck> | undefined> {
    try {
      return await fetchOnce();
    } catch (error) {
      if (isAppError(error, "missing") && error.unserved) return undefined;
      throw error;
    }
  }

  /** "Not found" may also concern the service or come from a proxy. Then the list is missing too. */
  async function isMissingInList(id: string): Promise<boolean> {
    if ((await fetchIfServed()) === undefined) return true;
    const { list } = memory;
    return !list || (list.alerts.every((alert) => alert.id !== id) && !mayBeAmong(list.unreadable, id));
  }

  return async (incident) => {
    const { origin } = incident.latest;
    if (origin === undefined) return undefined;
    if (origin.alertId !== undefined) return checkAlert(origin.alertId);
    if (memory.list === undefined || memory.list.askedAtMs < startedAtMs - listLastsMs) await fetchOnce();
    let id = idIn(incident, memory);
    // The alert may be newer than the list.
    if (id === undefined && isOlder(memory, incident)) {
      await fetchOnce();
      id = idIn(incident, memory);
    }
    if (id !== undefined) return checkAlert(id);
    return isOlder(memory, incident) ? undefined : { found: "unknown", askedAtMs: startedAtMs };
  };
}

function idIn({ latest }: Incident, { list, departed }: AlertMemory): string | undefined {
  const found = alertOf(latest, list?.alerts ?? []) ?? alertOf(latest, departed);
  // An unreadable alert may be the right one, unless the found one has the event's name.
  const isSure = !list?.unreadable.length || (found && isCalled(latest.alertName, found));
  return isSure ? found?.id : undefined;
}

function isOlder({ list }: AlertMemory, { openedAtMs }: Incident): boolean {
  return (list?.askedAtMs ?? 0) < openedAtMs;
}
