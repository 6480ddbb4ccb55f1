import type { Redis } from "ioredis";
import { type AlertRecords, alertRecords } from "../features/alerts/context.ts";
import { alertingWorkspaces } from "../features/alerts/hooks/hooks.ts";
import { type ConnectionRecords, connectionRecords } from "../features/connections/context.ts";
import { knownServices } from "../features/connections/known-services.ts";
import { type CostRecords, costRecords } from "../features/costs/context.ts";
import { type ObservabilityRecords, observabilityRecords } from "../features/observability/context.ts";
import { type ServiceRecords, serviceRecords } from "../features/services/context.ts";
import { product } from "./features.ts";
import { createLimits } from "../platform/access/create-limits.ts";
import { grants } from "../platform/access/grants.ts";
import { auditLog } from "../platform/audit/log.ts";
import { unrecorded } from "../platform/audit/recorder.ts";
import type { PlatformRecords } from "../platform/context.ts";
import { drafts } from "../platform/forms/drafts.ts";
import { outbox } from "../platform/jobs/outbox/outbox.ts";
import { posts } from "../platform/jobs/posts.ts";
import { schedulingWorkspaces, schedules } from "../platform/jobs/schedules/kept-schedules.ts";
import { keptPictures } from "../platform/pictures/served.ts";
import type { RedisConnections } from "../platform/redis/connect.ts";
import { durability } from "../platform/redis/durability.ts";
import { type RedisFacts, redisFacts } from "../platform/redis/facts.ts";
import { type MemoryUse, memoryReader } from "../platform/redis/memory.ts";
import { proveWritable } from "../platform/redis/writable.ts";
import { keptSecrets, sealedSecrets } from "../platform/secrets/records.ts";
import type { AcceptLimits } from "../features/alerts/receive/inbox.ts";
import { type WaitingOutbox, waitingOutboxes } from "../platform/jobs/outbox/outboxes.ts";

/** All records of one workspace. */
export type WorkspaceStore = PlatformRecords &
  ConnectionRecords &
  CostRecords &
  ServiceRecords &
  AlertRecords &
  ObservabilityRecords;

/** All records, by workspace, and facts about their Redis. */
export interface Store {
  workspace(workspaceId: string): WorkspaceStore;
  /** The ids of workspaces that have, or had, schedules. */
  schedulingWorkspaces(): Promise<string[]>;
  /** The ids of workspaces that have, or had, hooks. */
  alertingWorkspaces(): Promise<string[]>;
  /** The outboxes of all workspaces with something to show. */
  waitingOutboxes(): Promise<WaitingOutbox[]>;
  /** What Redis reports about itself. */
  redisFacts(): Promise<RedisFacts>;
  /** How full Redis is, at most a second ago. */
  memoryUse(): Promise<MemoryUse>;
  /** Fails if Redis takes no writes. */
  ping(): Promise<void>;
}

/**
 * The store in Redis. The records of alerts may use a connection of their own, which may batch. Waits for
 * confirmations need one with a timeout over 3 s.
 */
export function createStore(
  redis: Redis,
  atAlerts: Redis = redis,
  acceptLimits: Partial<AcceptLimits> = {},
  atConfirmations: Redis = redis,
): Store {
  const connections = { main: redis, batching: atAlerts, durability: durability(atConfirmations) };
  return {
    workspace: (workspaceId) => ({
      ...platformRecords(connections, workspaceId),
      ...connectionRecords(connections, workspaceId),
      ...costRecords(connections, workspaceId),
      ...serviceRecords(connections, workspaceId),
      ...alertRecords(connections, workspaceId, acceptLimits),
      ...observabilityRecords(connections, workspaceId),
    }),
    schedulingWorkspaces: () => schedulingWorkspaces(redis),
    alertingWorkspaces: () => alertingWorkspaces(atAlerts),
    waitingOutboxes: async () => waitingOutboxes(atAlerts, await alertingWorkspaces(atAlerts)),
    redisFacts: () => redisFacts(redis),
    memoryUse: memoryReader(redis, () => performance.now()),
    async ping() {
      await Promise.all([redis, atAlerts].map(proveWritable));
    },
  };
}

function platformRecords({ main, batching }: RedisConnections, workspaceId: string): PlatformRecords {
  return {
    drafts: drafts(main, workspaceId),
    schedules: schedules(main, workspaceId, product.schedules, () =>
      knownServices(main, workspaceId).labels(),
    ),
    posts: posts(main, workspaceId),
    keptPictures: keptPictures(main, workspaceId),
    outbox: (channelId) => outbox(batching, workspaceId, channelId),
    grants: grants(main, workspaceId),
    createLimits: createLimits(main, workspaceId),
    audit: { ...auditLog(main, workspaceId), ...unrecorded },
    sealedSecrets: sealedSecrets(main, workspaceId),
    keptSecrets: keptSecrets(main, workspaceId),
  };
}
