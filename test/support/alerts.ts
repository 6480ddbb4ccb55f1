import type { AlertEvent } from "../../src/features/alerts/incident/event-record.ts";
import {
  type Hook,
  hookRecord as recordWith,
  workspaceOfHook,
} from "../../src/features/alerts/hooks/record.ts";
import { hookParts } from "../../src/features/oncall/index.ts";
import { startedCommands } from "../../src/features/oncall/noise/started-alerts.ts";
import { product } from "../../src/app/features.ts";
import type { Received } from "../../src/features/alerts/receive/accept.ts";
import type { Incident } from "../../src/features/alerts/incident/record.ts";
import type { MadeAlert } from "../../src/features/alerts/rules/made-alerts.ts";
import type { WorkspaceStore } from "../../src/app/store.ts";

/** The record of a hook, with the fields of all its parts. */
export const HookRecord = recordWith(hookParts);

/** `/db alerts hooks …`. */
export const hookCommand = commandNamed("hook");

function commandNamed(wanted: string) {
  const found = product.commands.find(({ name }) => name === wanted);
  if (found) return found;
  throw new Error(`There is no command ${wanted}.`);
}

/** An event of a firing alert, with the test's values. */
export function alertEvent(facts: Partial<AlertEvent> = {}): AlertEvent {
  return {
    sender: "structured",
    key: "id:checkout",
    title: "Alert for “Checkout errors”: 12 lines found",
    alertName: "Checkout errors",
    body: "12 lines found",
    state: "firing",
    stateWord: "ALERT",
    ...facts,
  };
}

/** The same as received events, each with its own delivery. */
export function received(facts: Partial<AlertEvent> = {}, dedupeId = JSON.stringify(facts)): Received {
  return { event: alertEvent(facts), dedupeId, dedupeSeconds: 60 };
}

/** A hook of #alerts (C1) that Ada (U1) made. */
export function hookRecord(facts: Partial<Hook> = {}): Hook {
  return {
    id: "T1-checkout",
    name: "checkout",
    channelId: "C1",
    ownerId: "U1",
    createdAt: "2026-11-20T10:00:00.000Z",
    secrets: [{ hash: "0".repeat(64), createdAt: "2026-11-20T10:00:00.000Z" }],
    broadcasts: true,
    rules: [],
    muted: {},
    ...facts,
  };
}

/** An incident of that hook, firing since 2026-11-20 10:00 UTC. */
export function incidentRecord(facts: Partial<Incident> = {}): Incident {
  const atMs = Date.parse("2026-11-20T10:00:00.000Z");
  return {
    id: "incident-1",
    hookId: "T1-checkout",
    key: "id:checkout",
    channelId: "C1",
    revision: 1,
    state: "firing",
    latest: alertEvent(),
    openedAtMs: atMs,
    lastSeenAtMs: atMs,
    latestAtMs: atMs,
    times: 1,
    changedAtMs: [atMs],
    isFlapping: false,
    history: [{ n: 1, atMs, what: "fired" }],
    ...facts,
  };
}

/** An alert that Ada (U1) created in #alerts (C1) on 2026-11-20 at 10:00 UTC. */
export function madeAlert(facts: Partial<MadeAlert> = {}): MadeAlert {
  return {
    alertId: "a1",
    connection: "acme",
    serviceId: "s1",
    name: "Checkout errors",
    userId: "U1",
    channelId: "C1",
    at: "2026-11-20T10:00:00.000Z",
    ...facts,
  };
}

/** Saves incidents as new ones of their hooks, in this order. */
export async function putIncidents(
  { inbox, incidents }: Pick<WorkspaceStore, "inbox" | "incidents">,
  ...records: readonly Incident[]
): Promise<void> {
  for (const incident of records) {
    const { hookId } = incident;
    const { cursor } = await inbox.waiting(hookId, 1);
    const ingested = { incident, isNew: true, timerMs: undefined, trace: [] };
    const waiting = { cursor, taken: 0, flood: [] };
    const also = startedCommands(workspaceOfHook(hookId) ?? "T1", hookId, [ingested]);
    await incidents.commit({ hookId, waiting, incidents: [ingested], gone: [], log: [], counts: {}, also });
  }
}
