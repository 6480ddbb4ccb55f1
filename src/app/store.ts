import type { Redis } from "ioredis";
import type { AcceptLimits } from "../features/alerts/receive/accept-limits.ts";
import { type AlertAccount, alertAccount } from "../features/alerts/ingest/account.ts";
import { type AlertBodies, alertBodies } from "../features/alerts/receive/alert-bodies.ts";
import { type FirstEvents, firstEvents } from "../features/alerts/rules/first-events.ts";
import { type Hooks, alertingWorkspaces, hooks } from "../features/alerts/hooks/hooks.ts";
import { type EventLog, eventLog } from "../features/alerts/incident/event-log.ts";
import { type Inbox, inbox } from "../features/alerts/receive/inbox.ts";
import { type Incidents, incidents } from "../features/alerts/incident/incidents.ts";
import { type MadeAlerts, madeAlerts } from "../features/alerts/rules/made-alerts.ts";
import { type Storms, storms } from "../features/alerts/storm/storms.ts";
import { type AllCreateLimits, createLimits } from "../platform/access/create-limits.ts";
import { type Grants, grants } from "../platform/access/grants.ts";
import { type DeadLetters, deadLetters } from "../features/alerts/incident/dead-letters.ts";
import { type Lane, lane } from "../platform/jobs/outbox/outbox.ts";
import { type WaitingLane, waitingLanes } from "../platform/jobs/outbox/waiting.ts";
import { type WebhookTargets, webhookTargets } from "../features/alerts/rules/webhook-targets.ts";
import { type ApprovalPolicies, approvalPolicies } from "../features/services/approval/policy/policy.ts";
import { type Approvals, approvals } from "../features/services/approval/approvals.ts";
import {
  type ApprovedWorkflows,
  approvedWorkflows,
} from "../features/services/approval/policy/approved-workflows.ts";
import { type AuditLog, auditLog } from "../platform/audit/log.ts";
import { type Budget, budget } from "../platform/redis/request-quota.ts";
import { type ChangeHolds, changeHolds } from "../features/observability/changes/holds.ts";
import { type ChangeLog, changeLog } from "../features/observability/changes/changes.ts";
import { type ClaimedNames, claimedNames } from "../features/services/provisioning/claimed-names.ts";
import { type ComputeRates, computeRates } from "../features/costs/estimates/compute-rates.ts";
import { type ConnectLinks, connectLinks } from "../features/connections/page/links.ts";
import { type ConnectionHealths, connectionHealths } from "../features/connections/health.ts";
import { type Connections, connections } from "../features/connections/records.ts";
import { type CostDays, type CostPlace, costDays } from "../features/costs/ledger/kept-days.ts";
import { type CreatedServices, createdServices } from "../features/services/announcement/created-services.ts";
import { durability } from "../platform/redis/durability.ts";
import { type Drafts, drafts } from "../platform/forms/kept-drafts.ts";
import { type KeptSecrets, keptSecrets } from "../platform/secrets/kept-secrets.ts";
import { type Origins, origins } from "../features/services/provisioning/origins.ts";
import { type Passwords, passwords } from "../features/services/passwords/passwords.ts";
import { type KeptPictures, keptPictures } from "../platform/pictures/kept-pictures.ts";
import { type Posts, posts } from "../platform/jobs/posts.ts";
import { type Presets, presets } from "../features/services/presets/presets.ts";
import { type RedisFacts, redisFacts } from "../platform/redis/facts.ts";
import { type MemoryUse, memoryReader } from "../platform/redis/memory.ts";
import { type RequestLog, requestLog } from "../features/services/provisioning/requests.ts";
import { type SealedSecrets, sealedSecrets } from "../platform/secrets/sealed-secrets.ts";
import { type KnownServices, knownServices } from "../features/connections/known-services.ts";
import {
  type StandingOrders,
  orderingWorkspaces,
  standingOrders,
} from "../platform/jobs/schedules/kept-schedules.ts";
import { type UnsettledRequests, unsettledRequests } from "../features/services/provisioning/unresolved.ts";
import { type UnusualDays, unusualDays } from "../features/costs/anomalies/unusual-days.ts";
import { type WorkflowAsks, workflowAsks } from "../features/services/workflow/workflow-asks.ts";
import { proveWritable } from "../platform/redis/writable.ts";

/** All that is kept of one workspace. */
export interface WorkspaceStore {
  connections: Connections;
  /** What came of the latest call through each connection. */
  connectionHealth: ConnectionHealths;
  connectLinks: ConnectLinks;
  services: KnownServices;
  /** Of services that are being created. */
  claimedNames: ClaimedNames;
  drafts: Drafts;
  presets: Presets;
  requests: RequestLog;
  unsettled: UnsettledRequests;
  origins: Origins;
  /** What became of changes of dashboards and alerts. */
  changeLog: ChangeLog;
  /** Which of them has a dashboard or an alert to itself. */
  changeHolds: ChangeHolds;
  passwords: Passwords;
  created: CreatedServices;
  computeRates: ComputeRates;
  standingOrders: StandingOrders;
  posts: Posts;
  unusualDays: UnusualDays;
  keptPictures: KeptPictures;
  /** The addresses that alerts are posted to. */
  hooks: Hooks;
  inbox: Inbox;
  incidents: Incidents;
  /** The whole texts of long alerts. */
  alertBodies: AlertBodies;
  storms: Storms;
  /** Of one channel. */
  lane(channelId: string): Lane;
  deadLetters: DeadLetters;
  /** The alerts that were created from here. */
  madeAlerts: MadeAlerts;
  /** What may be the first that is heard of one. */
  firstEvents: FirstEvents;
  /** Which hooks the webhooks of its servers reach. */
  webhookTargets: WebhookTargets;
  /** Who was given which role. */
  grants: Grants;
  createLimits: AllCreateLimits;
  approvalPolicies: ApprovalPolicies;
  approvals: Approvals;
  /** What workflows asked their requesters, and which workflows need not ask. */
  workflowAsks: WorkflowAsks;
  approvedWorkflows: ApprovedWorkflows;
  audit: AuditLog;
  sealedSecrets: SealedSecrets;
  keptSecrets: KeptSecrets;
  /** What became of its alerts' events; undefined where too much waits to tell. */
  alertAccount(): Promise<AlertAccount | undefined>;
  /** Of one hook. */
  eventLog(hookId: string): EventLog;
  /** What a connection's cloud said of the costs of each day; the connection is looked for when it is needed first. */
  costDays(find: () => Promise<CostPlace>): CostDays;
  /** Of a connection, by its name, or of one kind of work with so many requests in 10 s. */
  budget(name: string, requests?: number): Budget;
}

/** What the product keeps, a workspace at a time, and whether it can be reached. */
export interface Store {
  workspace(workspaceId: string): WorkspaceStore;
  /** The ids of those that have, or had, standing orders. */
  orderingWorkspaces(): Promise<string[]>;
  /** The ids of those that have, or had, alert hooks. */
  alertingWorkspaces(): Promise<string[]>;
  /** The lanes of all workspaces that have something to show. */
  waitingLanes(): Promise<WaitingLane[]>;
  /** What Redis tells of itself. */
  redisFacts(): Promise<RedisFacts>;
  /** How full Redis is; at most a second old. */
  memoryUse(): Promise<MemoryUse>;
  /** Fails when Redis does not take a write. */
  ping(): Promise<void>;
}

/**
 * The store in Redis; what alerts are kept with may have a connection of its own, which may be a batching one, and what
 * waits for confirmations should have one, with limits of more than 3 s.
 */
export function createStore(
  redis: Redis,
  atAlerts: Redis = redis,
  acceptLimits: Partial<AcceptLimits> = {},
  atConfirmations: Redis = redis,
): Store {
  const durable = durability(atConfirmations);
  return {
    workspace: (workspaceId) => ({
      connections: connections(redis, workspaceId),
      connectionHealth: connectionHealths(redis, workspaceId),
      connectLinks: connectLinks(redis, workspaceId),
      services: knownServices(redis, workspaceId),
      claimedNames: claimedNames(redis, workspaceId),
      drafts: drafts(redis, workspaceId),
      presets: presets(redis, workspaceId),
      requests: requestLog(redis, workspaceId, durable),
      unsettled: unsettledRequests(redis, workspaceId),
      origins: origins(redis, workspaceId),
      changeLog: changeLog(redis, workspaceId, durable),
      changeHolds: changeHolds(redis, workspaceId),
      passwords: passwords(redis, workspaceId),
      created: createdServices(redis, workspaceId),
      computeRates: computeRates(redis, workspaceId),
      standingOrders: standingOrders(redis, workspaceId, () => knownServices(redis, workspaceId).labels()),
      posts: posts(redis, workspaceId),
      unusualDays: unusualDays(redis, workspaceId),
      keptPictures: keptPictures(redis, workspaceId),
      hooks: hooks(atAlerts, workspaceId),
      inbox: inbox(atAlerts, workspaceId, acceptLimits),
      incidents: incidents(atAlerts, workspaceId),
      alertBodies: alertBodies(atAlerts, workspaceId),
      storms: storms(atAlerts, workspaceId),
      lane: (channelId) => lane(atAlerts, workspaceId, channelId),
      deadLetters: deadLetters(atAlerts, workspaceId),
      madeAlerts: madeAlerts(redis, workspaceId),
      firstEvents: firstEvents(atAlerts, workspaceId),
      webhookTargets: webhookTargets(redis, workspaceId),
      grants: grants(redis, workspaceId),
      createLimits: createLimits(redis, workspaceId),
      approvalPolicies: approvalPolicies(redis, workspaceId),
      approvals: approvals(redis, workspaceId),
      workflowAsks: workflowAsks(redis, workspaceId),
      approvedWorkflows: approvedWorkflows(redis, workspaceId),
      audit: auditLog(redis, workspaceId),
      sealedSecrets: sealedSecrets(redis, workspaceId),
      keptSecrets: keptSecrets(redis, workspaceId),
      alertAccount: () => alertAccount(atAlerts, workspaceId),
      eventLog: (hookId) => eventLog(atAlerts, workspaceId, hookId),
      costDays: (find) => costDays(redis, workspaceId, find),
      budget: (name, requests) => budget(redis, workspaceId, name, requests),
    }),
    orderingWorkspaces: () => orderingWorkspaces(redis),
    alertingWorkspaces: () => alertingWorkspaces(atAlerts),
    waitingLanes: () => waitingLanes(atAlerts),
    redisFacts: () => redisFacts(redis),
    memoryUse: memoryReader(redis, () => performance.now()),
    async ping() {
      await Promise.all([redis, atAlerts].map(proveWritable));
    },
  };
}
