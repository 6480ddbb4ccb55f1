import type { ConnectionsPart } from "../connections/index.ts";
import type { ServicesPart } from "../services/index.ts";
import type { RedisConnections } from "../../platform/redis/connect.ts";
import type { ContextOf, PlatformRecords, WorkspaceContext } from "../../platform/context.ts";
import { type Hooks, hooks } from "./hooks/hooks.ts";
import { type DeadLetters, deadLetters } from "./incident/dead-letters.ts";
import { type EventLog, eventLog } from "./incident/event-log.ts";
import { type Incidents, incidents } from "./incident/incidents.ts";
import { type AlertAccount, alertAccount } from "./ingest/account.ts";
import { type AlertBodies, alertBodies } from "./receive/alert-bodies.ts";
import { type FirstEvents, firstEvents } from "./rules/first-events.ts";
import { type MadeAlerts, madeAlerts } from "./rules/made-alerts.ts";
import { type WebhookTargets, webhookTargets } from "./rules/webhook-targets.ts";
import { type Storms, storms } from "./storm/storms.ts";
import { type AcceptLimits, type Inbox, inbox } from "./receive/inbox.ts";
import type { WaitingOutbox } from "../../platform/jobs/outbox/outboxes.ts";

/** The records of one workspace's alerts. */
export interface AlertRecords {
  /** The addresses that alerts are posted to. */
  hooks: Hooks;
  inbox: Inbox;
  incidents: Incidents;
  /** The whole texts of long alerts. */
  alertBodies: AlertBodies;
  storms: Storms;
  deadLetters: DeadLetters;
  /** The alert rules that were created from here. */
  madeAlerts: MadeAlerts;
  /** What may be the first that is heard of one. */
  firstEvents: FirstEvents;
  /** Which hooks the webhooks of its servers reach. */
  webhookTargets: WebhookTargets;
  /** What became of its alerts' events. Undefined if too much waits to tell. */
  alertAccount(): Promise<AlertAccount | undefined>;
  /** The events of one hook. */
  eventLog(hookId: string): EventLog;
}

/** One workspace's; an inbox accepts no more than `limits`. */
export function alertRecords(
  { main, batching }: RedisConnections,
  workspaceId: string,
  limits: Partial<AcceptLimits> = {},
): AlertRecords {
  return {
    hooks: hooks(batching, workspaceId),
    inbox: inbox(batching, workspaceId, limits),
    incidents: incidents(batching, workspaceId),
    alertBodies: alertBodies(batching, workspaceId),
    storms: storms(batching, workspaceId),
    deadLetters: deadLetters(batching, workspaceId),
    madeAlerts: madeAlerts(main, workspaceId),
    firstEvents: firstEvents(batching, workspaceId),
    webhookTargets: webhookTargets(main, workspaceId),
    alertAccount: () => alertAccount(batching, workspaceId),
    eventLog: (hookId) => eventLog(batching, workspaceId, hookId),
  };
}

/** The records of all workspaces that have, or had, alert hooks. */
export interface AlertStore {
  alertingWorkspaces(): Promise<string[]>;
  workspace(workspaceId: string): AlertRecords & PlatformRecords;
  /** The outboxes of all workspaces that have something to show. */
  waitingOutboxes(): Promise<WaitingOutbox[]>;
}

/** What alerts add to a workspace's context. */
export interface AlertsPart extends AlertRecords {
  /** Ingests what a hook was sent soon. Never fails, and nothing waits for it. */
  ingestSoon(hookId: string): void;
}

/** What code of alerts may use. */
export type AlertsContext = WorkspaceContext & ConnectionsPart & ServicesPart & AlertsPart;

/** What carries a workspace's alerts on; none of it changes while the process lives. */
export type AlertContext = Pick<
  AlertsContext,
  | "workspaceId"
  | "hooks"
  | "inbox"
  | "incidents"
  | "alertBodies"
  | "storms"
  | "posts"
  | "messenger"
  | "ingestSoon"
  | "newId"
  | "now"
  | "log"
>;

/** The context of a workspace's alerts, by its id. */
export type AlertContextOf = (workspaceId: string) => AlertContext;

/** Makes each workspace's once: a whole context costs more than a message does. */
export function alertContexts(contextOf: ContextOf<AlertsContext>): AlertContextOf {
  const made = new Map<string, AlertContext>();

  return (workspaceId) => {
    const known = made.get(workspaceId);
    if (known) return known;
    const whole = contextOf(workspaceId);
    const { hooks, inbox, incidents, alertBodies, storms, posts, messenger, newId, now, log } = whole;
    const ingestSoon = (hookId: string) => whole.ingestSoon(hookId);
    const kept = { hooks, inbox, incidents, alertBodies, storms, posts };
    const parts = { ...kept, messenger, ingestSoon, newId, now, log };
    const context: AlertContext = { workspaceId, ...parts };
    made.set(workspaceId, context);
    return context;
  };
}
