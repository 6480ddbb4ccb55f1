import { lazily } from "../../lib/cache.ts";
import type { WorkspaceContext } from "../../platform/context.ts";
import type { JobQueue } from "../../platform/jobs/queue.ts";
import { holds } from "../../platform/jobs/request-log/log.ts";
import type { RedisConnections } from "../../platform/redis/connect.ts";
import { keys } from "../../platform/redis/keys.ts";
import type { ConnectionsPart } from "../connections/index.ts";
import type { CostsPart } from "../costs/index.ts";
import type { OwnersPart } from "../owners/index.ts";
import type { ServicesPart } from "../services/index.ts";
import { serviceChangeLog } from "./changes/progress.ts";

/** The records of one workspace's changes of services. */
export function lifecycleRecords(connections: RedisConnections, workspaceId: string) {
  return lazily({
    serviceChangeLog: () => serviceChangeLog(connections, workspaceId),
    /** The changes that hold services, by the service's id. */
    serviceHolds: () =>
      holds<string>(connections.main, (serviceId) => keys.serviceHold(workspaceId, serviceId)),
  });
}

/** What this feature adds to a workspace's context. */
export interface LifecyclePart extends ReturnType<typeof lifecycleRecords> {
  /** Accepts changes of services. */
  serviceChanges: Pick<JobQueue, "accept" | "wake">;
}

/** The context that this feature's code gets. */
export type LifecycleContext = WorkspaceContext &
  ConnectionsPart &
  OwnersPart &
  CostsPart &
  ServicesPart &
  LifecyclePart;
