import { alertRecords } from "../features/alerts/context.ts";
import { dueWorkspaces } from "../platform/jobs/due.ts";
import { alertingWorkspaces } from "../features/alerts/hooks/hooks.ts";
import { connectionRecords } from "../features/connections/context.ts";
import { knownServices } from "../features/connections/known-services.ts";
import { costRecords } from "../features/costs/context.ts";
import { lifecycleRecords } from "../features/lifecycle/context.ts";
import { mcpRecords } from "../features/mcp/context.ts";
import { observabilityRecords } from "../features/observability/context.ts";
import { oncallRecords } from "../features/oncall/context.ts";
import { hookParts } from "../features/oncall/index.ts";
import { ownerRecords } from "../features/owners/context.ts";
import { serviceRecords } from "../features/services/context.ts";
import { personErasures } from "../features/workspace/people/erasing.ts";
import { product } from "./features.ts";
import { layered, lazily, memoize } from "../lib/cache.ts";
import { createLimits } from "../platform/access/create-limits.ts";
import { grants } from "../platform/access/grants.ts";
import { auditLog } from "../platform/audit/log.ts";
import { managedParts, managedWorkspaces } from "../platform/as-code/managed.ts";
import { wantedFiles } from "../platform/as-code/file.ts";
import { unrecorded } from "../platform/audit/recorder.ts";
import type { PlatformRecords } from "../platform/context.ts";
import { conversations } from "../platform/ask/conversations.ts";
import { seenNames } from "../platform/ask/names.ts";
import { drafts } from "../platform/forms/drafts.ts";
import { outboxes } from "../platform/jobs/outbox/outbox.ts";
import { pressMarks } from "../platform/jobs/presses.ts";
import { posts } from "../platform/jobs/post-once.ts";
import { startedWork } from "../platform/jobs/queue.ts";
import { schedulingWorkspaces, schedules } from "../platform/jobs/schedules/kept-schedules.ts";
import { keptPictures } from "../platform/pictures/pictures.ts";
import type { RedisClient, RedisConnections } from "../platform/redis/connect.ts";
import { durability } from "../platform/redis/durability.ts";
import { redisFacts, seenRuns } from "../platform/redis/facts.ts";
import { listening } from "../platform/redis/listening.ts";
import { memoryReader } from "../platform/redis/memory.ts";
import { movedChannels } from "../platform/redis/moved-channels.ts";
import { proveWritable } from "../platform/redis/writable.ts";
import { keptSecrets, sealedSecrets } from "../platform/secrets/records.ts";
import type { AcceptLimits } from "../features/alerts/receive/inbox-scripts.ts";
import { failingItems } from "../platform/jobs/failing.ts";
import { waitingOutboxes } from "../platform/jobs/outbox/outboxes.ts";

/** All records, by workspace, and facts about their Redis. */
export type Store = ReturnType<typeof createStore>;

/** All records of one workspace. */
export type WorkspaceStore = ReturnType<Store["workspace"]>;

/** Enough for all that are busy at the same time. */
export const workspacesKept = 500;

/**
 * The store in Redis. The records of alerts may use a connection of their own. Waits for confirmations need one with a
 * timeout over 3 s.
 */
export function createStore(
  redis: RedisClient,
  atAlerts: RedisClient = redis,
  acceptLimits: Partial<AcceptLimits> = {},
  atConfirmations: RedisClient = redis,
) {
  const alerting = () => alertingWorkspaces(atAlerts);
  const due = dueWorkspaces(atAlerts, alerting);
  const connections = { main: redis, alerts: atAlerts, durability: durability(atConfirmations) };
  return {
    // They hold nothing of their own, and are asked for with each command, click and alert.
    workspace: memoize(
      (workspaceId) =>
        layered(
          platformRecords(connections, workspaceId),
          connectionRecords(connections, workspaceId),
          ownerRecords(connections, workspaceId),
          costRecords(connections, workspaceId),
          serviceRecords(connections, workspaceId),
          alertRecords(connections, workspaceId, { limits: acceptLimits, hookParts }),
          oncallRecords(connections, workspaceId),
          observabilityRecords(connections, workspaceId),
          lifecycleRecords(connections, workspaceId),
          mcpRecords(connections, workspaceId),
        ),
      workspacesKept,
    ),
    /** The erasures of people that go on in a workspace. */
    erasuresOf: (workspaceId: string) => personErasures(redis, workspaceId),
    /** The workspaces that a file manages, or managed. */
    managedWorkspaces: managedWorkspaces(redis),
    /** The ids of workspaces that have, or had, schedules. */
    schedulingWorkspaces: () => schedulingWorkspaces(redis),
    /** The ids of workspaces that have, or had, hooks. */
    alertingWorkspaces: alerting,
    /** Those of them that may have something to do. */
    due,
    /** The outboxes of those with something to show. */
    waitingOutboxes: async (nowMs: number) =>
      waitingOutboxes(
        atAlerts,
        (await due.visits(nowMs)).map(({ workspaceId }) => workspaceId),
      ),
    /** Since when deliveries could arrive. */
    listened: () => listening(atAlerts).read(),
    /** Which Redis it was, and when. */
    seenRuns: seenRuns(redis),
    /** What Redis reports about itself. */
    redisFacts: () => redisFacts(redis),
    /** How full Redis is, at most a second ago. */
    memoryUse: memoryReader(redis, () => performance.now()),
    /** Fails if Redis takes no writes. */
    ping: async () => void (await Promise.all([redis, atAlerts].map(proveWritable))),
  };
}

function platformRecords({ main, alerts }: RedisConnections, workspaceId: string): PlatformRecords {
  return lazily({
    drafts: () => drafts(main, workspaceId),
    conversations: () => conversations(main, workspaceId),
    seenNames: () => seenNames(main, workspaceId),
    startedWork: () => startedWork(main, workspaceId),
    schedules: () =>
      schedules(main, workspaceId, product.schedules, () => knownServices(main, workspaceId).labels()),
    posts: () => posts(main, workspaceId),
    presses: () => pressMarks(main, workspaceId),
    keptPictures: () => keptPictures(main, workspaceId),
    outboxes: () => outboxes(alerts, workspaceId),
    failing: () => failingItems(main, workspaceId),
    grants: () => grants(main, workspaceId),
    createLimits: () => createLimits(main, workspaceId),
    audit: () => ({ ...auditLog(main, workspaceId), ...unrecorded }),
    sealedSecrets: () => sealedSecrets(main, workspaceId),
    keptSecrets: () => keptSecrets(main, workspaceId),
    managedParts: () => managedParts(main, workspaceId),
    wantedFiles: () => wantedFiles(main, workspaceId),
    movedChannels: () => movedChannels(main, workspaceId),
  });
}
