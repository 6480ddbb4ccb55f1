import { setTimeout as sleep } from "node:timers/promises";
import { minuteMs } from "../../../lib/duration.ts";
import { isAppError } from "../../../lib/errors.ts";
import { type Survey, type Unreadable, idOfUnreadable } from "../../../lib/json.ts";
import { foldName } from "../../../lib/text.ts";
import type { CloudClient } from "../../../platform/cloud/client.ts";
import { surveyPages } from "../../../platform/cloud/lists.ts";
import {
  type Alert,
  alertDashboardId,
  alertIntervalMs,
  alertSavedSearchId,
  isAlertSilenced,
  managedAlerts,
  standaloneAlerts,
} from "../../../platform/cloud/observability/alert.ts";
import type { RequestQuota } from "../../../platform/redis/rate-limits.ts";
import type { Hook } from "../hooks/record.ts";
import type { AlertEvent } from "../incident/event-record.ts";

/** The alert rule in the observability system behind an incident. */
export interface Rule {
  alertId: string;
  /** The name of its location in commands. */
  location: string;
}

/** What is known of a location's alerts between two rounds. */
export interface AlertMemory {
  /** The last list, and when it was requested. */
  list: { alerts: readonly KnownAlert[]; unreadable: readonly Unreadable[]; askedAtMs: number } | undefined;
  /** The alerts of earlier lists that are gone. Their incidents may still be open. */
  departed: readonly KnownAlert[];
  /** The ids of all alerts ever found there. */
  seen: Set<string>;
}

/** How long a list is valid. If an alert is missing in it, it may be fetched sooner. */
export const listLastsMs = 5 * minuteMs;

// Older departed alerts are dropped.
const mostDeparted = 1_000;

/** Fetches the list of a location's alerts into its memory. Returns the readable ones. */
export async function fetchList(
  location: ObservedLocation,
  memory: AlertMemory,
  nowMs: number,
): Promise<Alert[]> {
  const before = memory.list?.alerts ?? [];
  const { readable, unreadable } = await location.list();
  const alerts = readable.map(knownAlert);
  // An unreadable alert still exists.
  const ids = new Set([
    ...alerts.map(({ id }) => id),
    ...unreadable.flatMap((one) => idOfUnreadable(one) ?? []),
  ]);
  for (const id of ids) memory.seen.add(id);
  memory.list = { alerts, unreadable, askedAtMs: nowMs };
  memory.departed = [...memory.departed, ...before].filter(({ id }) => !ids.has(id)).slice(-mostDeparted);
  return readable;
}

/** The answer of the API about an alert. */
export interface AlertCheck {
  found: "firing" | "over" | "deleted" | "silenced" | "unknown";
  /** The API's own word for its state. */
  word?: string;
  /** How often it is evaluated. */
  intervalMs?: number;
  /** When it was requested. The answer may be that old. */
  askedAtMs: number;
}

const states: Readonly<Record<string, AlertCheck["found"]>> = {
  alert: "firing",
  alerting: "firing",
  firing: "firing",
  // From the example in the specification.
  active: "firing",
  ok: "over",
  resolved: "over",
  disabled: "silenced",
  silenced: "silenced",
};

const longestWord = 60;

/** Reads the state of an alert. "over" wins over "silenced"; a state that we do not know is "unknown". */
export function checkOf(alert: Alert, askedAtMs: number): AlertCheck {
  const word = (alert.state ?? "").trim();
  const state = Object.hasOwn(states, word.toLowerCase()) ? states[word.toLowerCase()] : undefined;
  const isSilenced = state !== "over" && isAlertSilenced(alert, new Date(askedAtMs));
  return {
    found: isSilenced ? "silenced" : (state ?? "unknown"),
    word: word.slice(0, longestWord) || undefined,
    intervalMs: alertIntervalMs(alert),
    askedAtMs,
  };
}

/** Takes requests from a quota and waits for each. Fails as `limited` if the waits would exceed `longestMs`. */
export function waitForQuota(quota: Pick<RequestQuota, "take">, longestMs: number): () => Promise<void> {
  const deadlineMs = performance.now() + longestMs;
  return async () => {
    for (;;) {
      try {
        return await quota.take();
      } catch (error) {
        const waitMs = isAppError(error, "limited") ? error.retryAfterMs : undefined;
        if (waitMs === undefined || performance.now() + waitMs > deadlineMs) throw error;
        await sleep(waitMs);
      }
    }
  };
}

/** The location of a hook's alerts: a connection, and for a managed one the service. */
export type Observes = NonNullable<Hook["observes"]>;

/** The API of one location's alerts. */
export interface ObservedLocation {
  /** All alerts, and the unreadable ones. */
  list(): Promise<Survey<Alert>>;
  get(id: string): Promise<Alert>;
}

/** The alerts behind a connection. Each request first calls `take`, which may refuse it. */
export function observedLocation(
  cloud: Pick<CloudClient, "call">,
  { serviceId }: Observes,
  take = async () => {},
): ObservedLocation {
  return {
    list: () =>
      surveyPages(
        async (query) => {
          await take();
          return serviceId === undefined
            ? cloud.call(standaloneAlerts.page, { query })
            : cloud.call(managedAlerts.page, { serviceId, query });
        },
        ({ id }) => id,
      ),
    async get(id) {
      await take();
      return serviceId === undefined
        ? cloud.call(standaloneAlerts.get, { id })
        : cloud.call(managedAlerts.get, { serviceId, id });
    },
  };
}

/** The fields of an alert rule that match it to an incident. */
export type KnownAlert = ReturnType<typeof knownAlert>;

/** Takes these fields from an alert rule of the API. */
export function knownAlert(alert: Alert) {
  return {
    id: alert.id,
    name: foldName(alert.name ?? ""),
    threshold: alert.threshold ?? undefined,
    dashboardId: alertDashboardId(alert),
    tileId: alert.tileId ?? undefined,
    savedSearchId: alertSavedSearchId(alert),
  };
}

/**
 * Finds the alert rule of an event by its dashboard, tile or search; among several by its name, then its threshold.
 * Undefined if none or more than one fits.
 */
export function alertOf(
  { origin, alertName, threshold }: Pick<AlertEvent, "origin" | "alertName" | "threshold">,
  alerts: readonly KnownAlert[],
): KnownAlert | undefined {
  if (!origin) return undefined;
  const { dashboardId, tileId, savedSearchId } = origin;
  if (savedSearchId === undefined && dashboardId === undefined) return undefined;
  const candidates = alerts.filter((alert) =>
    savedSearchId === undefined
      ? alert.dashboardId === dashboardId && (tileId === undefined || alert.tileId === tileId)
      : alert.savedSearchId === savedSearchId,
  );
  const same = narrowed(candidates, ({ name }) => name === foldName(alertName));
  const named = narrowed(same, (alert) => isCalled(alertName, alert));
  const [only, ...others] = narrowed(named, (alert) => alert.threshold === Number(threshold));
  return others.length === 0 ? only : undefined;
}

/** True if an event has the name of an alert rule. The event of a tile may add "in" and its dashboard. */
export function isCalled(alertName: string, { name }: Pick<KnownAlert, "name">): boolean {
  const called = foldName(alertName);
  return called === name || (name !== "" && called.startsWith(`${name} in `));
}

/** Narrows several alert rules to those that fit, if any fits. */
function narrowed(
  alerts: readonly KnownAlert[],
  fits: (alert: KnownAlert) => boolean,
): readonly KnownAlert[] {
  const fitting = alerts.length > 1 ? alerts.filter(fits) : [];
  return fitting.length > 0 ? fitting : alerts;
}
