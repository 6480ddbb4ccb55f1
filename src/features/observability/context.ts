import type { WorkspaceContext } from "../../platform/context.ts";
import type { Convergence } from "../../platform/jobs/queue.ts";
import type { AlertsPart } from "../alerts/context.ts";
import type { ConnectionsPart } from "../connections/context.ts";
import type { ServicesPart } from "../services/context.ts";
import type { ChangeHolds } from "./changes/holds.ts";
import type { ChangeLog } from "./changes/changes.ts";

/** The records of one workspace's changes of dashboards and alert rules. */
export interface ObservabilityRecords {
  /** What became of changes of dashboards and alert rules. */
  changeLog: ChangeLog;
  /** Which change has a dashboard or an alert rule to itself. */
  changeHolds: ChangeHolds;
}

/** What observability adds to a workspace's context. */
export interface ObservabilityPart extends ObservabilityRecords {
  /** Runs changes of dashboards and alert rules. */
  changes: Pick<Convergence, "accept" | "wake">;
}

/** What code of observability may use. */
export type ObservabilityContext = WorkspaceContext &
  ConnectionsPart &
  ServicesPart &
  AlertsPart &
  ObservabilityPart;
