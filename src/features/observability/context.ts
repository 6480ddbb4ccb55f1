import { lazily } from "../../lib/cache.ts";
import type { OwnersPart } from "../owners/index.ts";
import type { AlertsPart } from "../alerts/index.ts";
import type { OncallPart } from "../oncall/index.ts";
import type { ConnectionsPart } from "../connections/index.ts";
import type { ServicesPart } from "../services/index.ts";
import type { RedisConnections } from "../../platform/redis/connect.ts";
import type { WorkspaceContext } from "../../platform/context.ts";
import type { JobQueue } from "../../platform/jobs/queue.ts";
import type { Holds } from "../../platform/jobs/request-log/log.ts";
import { type ChangeLog, type HeldThing, changeHolds, changeLog } from "./changes/progress.ts";

/** The records of one workspace's changes of dashboards and alert rules. */
export interface ObservabilityRecords {
  changeLog: ChangeLog;
  changeHolds: Holds<HeldThing>;
}

/** The records of one workspace. */
export function observabilityRecords(
  { main, durability }: RedisConnections,
  workspaceId: string,
): ObservabilityRecords {
  return lazily({
    changeLog: () => changeLog(main, workspaceId, durability),
    changeHolds: () => changeHolds(main, workspaceId),
  });
}

/** What observability adds to a workspace's context. */
export interface ObservabilityPart extends ObservabilityRecords {
  /** Runs changes of dashboards and alert rules. */
  changes: Pick<JobQueue, "accept" | "wake">;
}

/** The context of observability's code. */
export type ObservabilityContext = WorkspaceContext &
  ConnectionsPart &
  OwnersPart &
  ServicesPart &
  AlertsPart &
  OncallPart &
  ObservabilityPart;
