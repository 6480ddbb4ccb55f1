import type { WorkspaceContext } from "../../platform/context.ts";
import type { Convergence } from "../../platform/jobs/queue.ts";
import type { ConnectionsPart } from "../connections/context.ts";
import type { CostsPart } from "../costs/context.ts";
import type { CreatedServices } from "./announcement/created-services.ts";
import type { Approvals } from "./approval/approvals.ts";
import type { ApprovedWorkflows } from "./approval/policy/approved-workflows.ts";
import type { ApprovalPolicies } from "./approval/policy/policy.ts";
import type { Passwords } from "./passwords/passwords.ts";
import type { Presets } from "./presets/presets.ts";
import type { ClaimedNames } from "./provisioning/claimed-names.ts";
import type { Origins } from "./provisioning/origins.ts";
import type { RequestLog } from "./provisioning/requests.ts";
import type { UnsettledRequests } from "./provisioning/unresolved.ts";
import type { WorkflowAsks } from "./workflow/workflow-asks.ts";

/** The records of one workspace's requests for services. */
export interface ServiceRecords {
  /** The names of services that are being created. */
  claimedNames: ClaimedNames;
  presets: Presets;
  requests: RequestLog;
  unsettled: UnsettledRequests;
  origins: Origins;
  passwords: Passwords;
  created: CreatedServices;
  approvalPolicies: ApprovalPolicies;
  approvals: Approvals;
  /** What workflows asked their requesters, and which workflows need not ask. */
  workflowAsks: WorkflowAsks;
  approvedWorkflows: ApprovedWorkflows;
}

/** What services add to a workspace's context. */
export interface ServicesPart extends ServiceRecords {
  /** Accepts requests to create a service. */
  creations: Pick<Convergence, "accept" | "wake">;
  /** Runs requests for approval. */
  approvalQueue: Pick<Convergence, "accept" | "wake">;
}

/** What code of services may use. */
export type ServicesContext = WorkspaceContext & ConnectionsPart & CostsPart & ServicesPart;
