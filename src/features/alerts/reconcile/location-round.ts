import { mayBeAmong } from "../../../lib/unreadable.ts";
import { isAppError } from "../../../lib/errors.ts";
import type { Incident } from "../incident/record.ts";
import { alertOf, isCalled } from "./known-alert.ts";
import {
  type AlertMemory,
  type Look,
  type ObservedLocation,
  listLastsMs,
  checkOf,
  fetchList,
} from "./read-alerts.ts";

// With more alerts than these, one list says as much as many requests.
const mostAsked = 3;

/** One round's looks at the alerts of one place; each alert is asked for once, however many incidents it has. */
export interface LocationRound {
  /**
   * What the API says of an incident's alert; undefined where nothing can be said. Fails as AppError where the API does,
   * again and again for the same alert.
   */
  lookFor(incident: Incident): Promise<Look | undefined>;
}

interface Options {
  place: ObservedLocation;
  memory: AlertMemory;
  /** True where no other place could be meant, so that what is not there was deleted. */
  isOnlyLocation: boolean;
  nowMs: () => number;
}

/** Begins a round at a place. */
export function locationRound({ place, memory, isOnlyLocation, nowMs }: Options): LocationRound {
  const looks = new Map<string, Promise<Look | undefined>>();
  const startedAtMs = nowMs();
  let list: Promise<ReadonlyMap<string, Look>> | undefined;

  /** At most once a round. */
  const readAnew = () => (list ??= listed());

  /** What the list says of those alerts whose state is in it. */
  async function listed(): Promise<ReadonlyMap<string, Look>> {
    const askedAtMs = nowMs();
    const alerts = await fetchList(place, memory, askedAtMs);
    return new Map(alerts.filter(({ state }) => state).map((alert) => [alert.id, checkOf(alert, askedAtMs)]));
  }

  function look(id: string): Promise<Look | undefined> {
    const known = looks.get(id) ?? (looks.size < mostAsked ? ask(id) : findOrAsk(id));
    looks.set(id, known);
    return known;
  }

  async function findOrAsk(id: string): Promise<Look | undefined> {
    return (await readWhereServed())?.get(id) ?? ask(id);
  }

  async function ask(id: string): Promise<Look | undefined> {
    const askedAtMs = nowMs();
    try {
      const alert = await place.get(id);
      memory.seen.add(id);
      return checkOf(alert, askedAtMs);
    } catch (error) {
      // Its answer cannot be read, which says nothing of the other alerts.
      if (isAppError(error, "upstream") && error.succeeded) return { found: "unknown", askedAtMs };
      if (!isAppError(error, "missing") || error.unserved) throw error;
      if (!(await isMissingInList(id))) return undefined;
      // Of a hook that was pointed at another service, no alert is there, and none was deleted.
      return { found: isOnlyLocation || memory.seen.has(id) ? "deleted" : "unknown", askedAtMs };
    }
  }

  /** Undefined where the server has no list at all. */
  async function readWhereServed(): Promise<ReadonlyMap<string, Look> | undefined> {
    try {
      return await readAnew();
    } catch (error) {
      if (isAppError(error, "missing") && error.unserved) return undefined;
      throw error;
    }
  }

  /** Not found may be said of the service, or by a proxy on the way: then the list is not there either. */
  async function isMissingInList(id: string): Promise<boolean> {
    if ((await readWhereServed()) === undefined) return true;
    const { list } = memory;
    return !list || (list.alerts.every((alert) => alert.id !== id) && !mayBeAmong(list.unreadable, id));
  }

  async function lookFor(incident: Incident): Promise<Look | undefined> {
    const { origin } = incident.latest;
    if (origin === undefined) return undefined;
    if (origin.alertId !== undefined) return look(origin.alertId);
    if (memory.list === undefined || memory.list.askedAtMs < startedAtMs - listLastsMs) await readAnew();
    let id = idIn(incident, memory);
    // The alert may be younger than the list.
    if (id === undefined && isOlder(memory, incident)) {
      await readAnew();
      id = idIn(incident, memory);
    }
    if (id !== undefined) return look(id);
    return isOlder(memory, incident) ? undefined : { found: "unknown", askedAtMs: startedAtMs };
  }

  return { lookFor };
}

function idIn({ latest }: Incident, { list, departed }: AlertMemory): string | undefined {
  const listed = alertOf(latest, list?.alerts ?? []) ?? alertOf(latest, departed);
  // An alert that cannot be read may be the one that is meant, but for what is called otherwise.
  const isSure = !list?.unreadable.length || (listed && isCalled(latest.alertName, listed));
  return isSure ? listed?.id : undefined;
}

function isOlder({ list }: AlertMemory, { openedAtMs }: Incident): boolean {
  return (list?.askedAtMs ?? 0) < openedAtMs;
}
