import { lazily } from "../../lib/cache.ts";
import type { OwnersPart } from "../owners/index.ts";
import type { ConnectionsPart } from "../connections/index.ts";
import type { ServicesPart } from "../services/index.ts";
import type { RedisConnections } from "../../platform/redis/connect.ts";
import type { PlatformRecords, WorkspaceContext } from "../../platform/context.ts";
import type { Reply } from "../../platform/blocks/reply.ts";
import type { Asker } from "../../platform/access/asker.ts";
import type { Outward } from "../../platform/http/outward.ts";
import { hooks } from "./hooks/hooks.ts";
import type { PartOfHooks } from "./hooks/part.ts";
import type { Rule } from "./reconcile/read-alerts.ts";
import { deadLetters } from "./incident/dead-letters.ts";
import { eventLog } from "./incident/event-log.ts";
import { incidents } from "./incident/incidents.ts";
import { hasObserved, pendingAlerts } from "./ingest/pending.ts";
import { alertAccount } from "./ingest/account.ts";
import { alertBodies } from "./receive/alert-bodies.ts";
import { firstEvents, madeAlerts, webhookTargets } from "./rules/made-alerts.ts";
import { storms } from "./storm/storms.ts";
import type { Taken, WantedList } from "./open/wanted.ts";
import { inbox } from "./receive/inbox.ts";
import type { AcceptLimits } from "./receive/inbox-scripts.ts";
import type { dueWorkspaces } from "../../platform/jobs/due.ts";
import type { Listened } from "../../platform/redis/listening.ts";
import type { WaitingOutbox } from "../../platform/jobs/outbox/run.ts";

/** The records of one workspace's alerts. */
export type AlertRecords = ReturnType<typeof alertRecords>;

/** Makes the alert records of one workspace. `limits` replace the usual limits of its inbox. */
export function alertRecords(
  { main, alerts }: RedisConnections,
  workspaceId: string,
  { limits, hookParts }: { limits: Partial<AcceptLimits>; hookParts: readonly HookPart[] },
) {
  return lazily({
    /** The addresses that senders post alerts to. */
    hooks: () => hooks(alerts, workspaceId, hookParts),
    /** What other features add to them. */
    hookParts: () => hookParts,
    inbox: () => inbox(alerts, workspaceId, limits),
    incidents: () => incidents(alerts, workspaceId),
    /** The whole texts of long alerts. */
    alertBodies: () => alertBodies(alerts, workspaceId),
    storms: () => storms(alerts, workspaceId),
    deadLetters: () => deadLetters(alerts, workspaceId),
    /** The alert rules that people created here. */
    madeAlerts: () => madeAlerts(main, workspaceId),
    /** Clues to the first event of such a rule. */
    firstEvents: () => firstEvents(alerts, workspaceId),
    /** The hooks that the webhooks of its servers post to. */
    webhookTargets: () => webhookTargets(main, workspaceId),
    /** What is to do, at one moment. */
    pendingAlerts: () => (nowMs: number) => pendingAlerts(alerts, workspaceId, nowMs),
    /** True if the reconciliation has something to check. */
    hasObserved: () => () => hasObserved(alerts, workspaceId),
    /** Counts the outcomes of events. Undefined if an inbox is too full to count. */
    alertAccount: () => () => alertAccount(alerts, workspaceId),
    /** The recent events of one hook. */
    eventLog: () => (hookId: string) => eventLog(alerts, workspaceId, hookId),
  });
}

/** The records of all workspaces that have or had alert hooks. */
export interface AlertStore {
  alertingWorkspaces(): Promise<string[]>;
  /** Those that may have something to do. */
  due: ReturnType<typeof dueWorkspaces>;
  workspace(workspaceId: string): AlertRecords & PlatformRecords;
  /** Since when deliveries could arrive. */
  listened(): Promise<Listened>;
  /** The outboxes of those with something to post. */
  waitingOutboxes(nowMs: number): Promise<WaitingOutbox[]>;
}

/** What alerts add to a workspace's context. */
export interface AlertsPart extends AlertRecords {
  /** Starts to ingest a hook's inbox. Returns at once and never fails. */
  ingestSoon(hookId: string): void;
  /** Requests to addresses that people gave. */
  outward: Outward;
  /** The page of a trace, with `{trace_id}` in it. Undefined if there is none. */
  traceUrl: string | undefined;
  /** Shows an alert rule in full, as `/db alerts show` does. */
  showRule(rule: Rule): Promise<Reply>;
  /** Lists open alerts, as `/db alerts` does, after a person acknowledged some of them. */
  openAlerts(wanted: WantedList, person: Pick<Asker, "userId">, taken: Taken): Promise<Reply>;
}

/** The context of the commands and interactions of alerts. */
export type AlertsContext = WorkspaceContext & ConnectionsPart & OwnersPart & ServicesPart & AlertsPart;

/** What the alert workers use of a workspace. None of it changes while the process lives. */
export type AlertContext = Pick<
  AlertsContext,
  | "workspaceId"
  | "hooks"
  | "inbox"
  | "incidents"
  | "madeAlerts"
  | "services"
  | "hookParts"
  | "alertBodies"
  | "storms"
  | "posts"
  | "messenger"
  | "owners"
  | "grants"
  | "ingestSoon"
  | "newId"
  | "now"
  | "moment"
  | "log"
>;

/** What another feature adds to hooks and to the way of their alerts. */
export type HookPart = PartOfHooks<AlertsContext, AlertContext>;

/** Declares what a feature adds to hooks. It may ask for the feature's own context. */
export function hookPart<Context extends AlertsContext>(part: PartOfHooks<Context, Context>): HookPart {
  return part;
}

/** Finds the worker context of a workspace by its id. */
export type AlertContextOf = (workspaceId: string) => AlertContext;
