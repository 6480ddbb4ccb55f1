import type { Hook } from "../../../../src/features/alerts/hooks/record.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import type { Incident } from "../../../../src/features/alerts/incident/record.ts";
import { minuteMs } from "../../../../src/lib/duration.ts";

/** The start: a Saturday noon. */
export const openedAtMs = Date.parse("2026-11-21T12:00:00Z");

/** A time some minutes after the start. */
export function minutesIn(minutes: number): number {
  return openedAtMs + minutes * minuteMs;
}

/** An event from a parser with these facts. */
export function eventOf(given: Partial<AlertEvent> = {}): AlertEvent {
  return {
    sender: "structured",
    key: "evt-1",
    title: "Checkout errors",
    alertName: "Checkout errors",
    body: "12 lines found",
    state: "firing",
    ...given,
  };
}

/** An incident that fires for five minutes, with these facts. */
export function incidentOf(given: Partial<Incident> = {}, latest: Partial<AlertEvent> = {}): Incident {
  return {
    id: "i1",
    hookId: "T1-h1",
    key: "evt-1",
    channelId: "C1",
    revision: 1,
    state: "firing",
    latest: eventOf(latest),
    openedAtMs,
    lastSeenAtMs: minutesIn(5),
    latestAtMs: minutesIn(5),
    times: 5,
    changedAtMs: [openedAtMs],
    isFlapping: false,
    history: [],
    ...given,
  };
}

/** A plain hook with these facts. */
export function hookOf(given: Partial<Hook> = {}): Hook {
  return {
    id: "T1-h1",
    name: "Shop alerts",
    channelId: "C1",
    ownerId: "UOWNER",
    createdAt: "2026-11-01T00:00:00.000Z",
    secrets: [{ hash: "0", createdAt: "2026-11-01T00:00:00.000Z" }],
    broadcasts: false,
    rules: [],
    muted: {},
    ...given,
  };
}
