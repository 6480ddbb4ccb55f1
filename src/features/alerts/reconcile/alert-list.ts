import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import { type Unreadable, idOfUnreadable } from "../../../lib/unreadable.ts";
import { type KnownAlert, knownAlert } from "./known-alert.ts";
import type { ObservedPlace } from "./observed-place.ts";
import { minuteMs } from "../../../lib/duration.ts";

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
export async function readList(place: ObservedPlace, memory: AlertMemory, nowMs: number): Promise<Alert[]> {
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
