import {
  type Alert,
  alertIntervalMs,
  isAlertSilenced,
  managedAlerts,
  standaloneAlerts,
} from "../../../platform/cloud/observability/alert.ts";
import { type Survey, type Unreadable, idOfUnreadable } from "../../../lib/unreadable.ts";
import { type KnownAlert, knownAlert } from "./known-alert.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { isAppError } from "../../../lib/errors.ts";
import type { Budget } from "../../../platform/redis/request-quota.ts";
import type { CloudClient } from "../../../platform/cloud/client.ts";
import { surveyPages } from "../../../platform/cloud/lists.ts";
import type { Hook } from "../hooks/record.ts";

/** What is remembered of a place's alerts between two rounds. */
export interface AlertMemory {
  /** The alerts in the list, and when it was asked for. */
  list: { alerts: readonly KnownAlert[]; unreadable: readonly Unreadable[]; askedAtMs: number } | undefined;
  /** Those that were in a list before, and are not any more: their incidents may be open still. */
  departed: readonly KnownAlert[];
  /** The ids of all that were ever found there. */
  seen: Set<string>;
}

/** Nothing yet. */
export function newMemory(): AlertMemory {
  return { list: undefined, departed: [], seen: new Set() };
}

/** How long a list is good for; who misses an alert in it may have it read anew. */
export const listLastsMs = 5 * minuteMs;

// More than these are remembered by their incidents alone.
const mostDeparted = 1_000;

/** Reads the list of a place's alerts into its memory; answers those that can be read as they are. */
export async function fetchList(
  place: ObservedLocation,
  memory: AlertMemory,
  nowMs: number,
): Promise<Alert[]> {
  const before = memory.list?.alerts ?? [];
  const { readable, unreadable } = await place.list();
  const alerts = readable.map(knownAlert);
  // What cannot be read is there all the same.
  const ids = new Set([
    ...alerts.map(({ id }) => id),
    ...unreadable.flatMap((one) => idOfUnreadable(one) ?? []),
  ]);
  for (const id of ids) memory.seen.add(id);
  memory.list = { alerts, unreadable, askedAtMs: nowMs };
  memory.departed = [...memory.departed, ...before].filter(({ id }) => !ids.has(id)).slice(-mostDeparted);
  return readable;
}

/** What the API said of an alert. */
export interface Look {
  found: "firing" | "over" | "deleted" | "silenced" | "unknown";
  /** The API's own word for its state. */
  word?: string;
  /** How often it is evaluated. */
  intervalMs?: number;
  /** When the question was asked: what it says may be as old as that. */
  askedAtMs: number;
}

const states: Readonly<Record<string, Look["found"]>> = {
  alert: "firing",
  alerting: "firing",
  firing: "firing",
  // The one that the specification shows.
  active: "firing",
  ok: "over",
  resolved: "over",
  disabled: "silenced",
  silenced: "silenced",
};

const longestWord = 60;

/** What an answer says of an alert: one that is over is over though it is silenced, and one in no state that we know is unknown. */
export function checkOf(alert: Alert, askedAtMs: number): Look {
  const word = (alert.state ?? "").trim();
  const state = Object.hasOwn(states, word.toLowerCase()) ? states[word.toLowerCase()] : undefined;
  const isSilenced = state !== "over" && isAlertSilenced(alert, new Date(askedAtMs));
  const intervalMs = alertIntervalMs(alert);
  return {
    found: isSilenced ? "silenced" : (state ?? "unknown"),
    ...(word !== "" && { word: word.slice(0, longestWord) }),
    ...(intervalMs !== undefined && { intervalMs }),
    askedAtMs,
  };
}

/** Takes requests from a budget one at a time, and waits for each; fails as `limited` when the wait would end too late. */
export function waitForQuota(budget: Pick<Budget, "take">, longestMs: number): () => Promise<void> {
  const deadlineMs = performance.now() + longestMs;
  return async () => {
    for (;;) {
      try {
        return await budget.take();
      } catch (error) {
        const waitMs = isAppError(error, "limited") ? error.retryAfterMs : undefined;
        if (waitMs === undefined || performance.now() + waitMs > deadlineMs) throw error;
        await sleep(waitMs);
      }
    }
  };
}

/** Where a hook's alerts are: a connection, and for a managed one the service. */
export type Observes = NonNullable<Hook["observes"]>;

/** The alerts of one place, as its API tells them. */
export interface ObservedLocation {
  /** All of them, and what cannot be read. */
  list(): Promise<Survey<Alert>>;
  get(id: string): Promise<Alert>;
}

/** The alerts behind a connection; each request waits for `take`, which may refuse it. */
export function observedLocation(
  cloud: Pick<CloudClient, "call">,
  { serviceId }: Observes,
  take: () => Promise<void>,
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
