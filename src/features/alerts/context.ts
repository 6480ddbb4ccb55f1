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
  /** The addresses that senders post alerts to. */
  hooks: Hooks;
  inbox: Inbox;
  incidents: Incidents;
  /** The whole texts of long alerts. */
  alertBodies: AlertBodies;
  storms: Storms;
  deadLetters: DeadLetters;
  /** The alert rules that people created here. */
  madeAlerts: MadeAlerts;
  /** Clues to the first event of such a rule. */
  firstEvents: FirstEvents;
  /** The hooks that the webhooks of its servers post to. */
  webhookTargets: WebhookTargets;
  /** Counts what became of the events. Undefined if an inbox is too full to count. */
  alertAccount(): Promise<AlertAccount | undefined>;
  /** The recent events of one hook. */
  eventLog(hookId: string): EventLog;
}

/** The alert records of one workspace. `limits` replace the usual limits of its inbox. */
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

/** The records of all workspaces that have or had alert hooks. */
export interface AlertStore {
  alertingWorkspaces(): Promise<string[]>;
  workspace(workspaceId: string): AlertRecords & PlatformRecords;
  /** The outboxes of all workspaces that have something to post. */
  waitingOutboxes(): Promise<WaitingOutbox[]>;
}

/** What alerts add to a workspace's context. */
export interface AlertsPart extends AlertRecords {
  /** Starts to ingest a hook's inbox. Returns at once and never fails. */
  ingestSoon(hookId: string): void;
}

/** The context of the commands and interactions of alerts. */
export type AlertsContext = WorkspaceContext & ConnectionsPart & ServicesPart & AlertsPart;

/** What the alert workers use of a workspace. None of it changes while the process lives. */
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

/** Finds the worker context of a workspace by its id. */
export type AlertContextOf = (workspaceId: string) => AlertContext;

/** Makes one context for each workspace and keeps it: a whole context costs more than a message. */
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
