import type { ConnectionsPart } from "../connections/index.ts";
import type { CostsPart } from "../costs/index.ts";
import type { RedisConnections } from "../../platform/redis/connect.ts";
import type { WorkspaceContext } from "../../platform/context.ts";
import type { JobQueue } from "../../platform/jobs/queue.ts";
import { type Approvals, approvals } from "./approval/approvals.ts";
import { type ApprovedWorkflows, approvedWorkflows } from "./approval/policy/approved-workflows.ts";
import { type ApprovalPolicies, approvalPolicies } from "./approval/policy/policy.ts";
import { type Passwords, passwords } from "./passwords/passwords.ts";
import { type Presets, presets } from "./presets/presets.ts";
import { type ProvisioningRequests, provisioningRequests } from "./provisioning/requests.ts";
import { type CreatedServices, createdServices } from "./announcement/keep-created.ts";
import {
  type ClaimedNames,
  type Origins,
  type UnresolvedRequests,
  claimedNames,
  origins,
  unresolvedRequests,
} from "./provisioning/claimed-names.ts";
import { type WorkflowAsks, workflowAsks } from "./workflow/ask-interactions.ts";

/** The records of one workspace's requests for services. */
export interface ServiceRecords {
  /** The names of services that are being created. */
  claimedNames: ClaimedNames;
  presets: Presets;
  requests: ProvisioningRequests;
  unresolved: UnresolvedRequests;
  origins: Origins;
  passwords: Passwords;
  created: CreatedServices;
  approvalPolicies: ApprovalPolicies;
  approvals: Approvals;
  /** The questions of workflows to their requesters. */
  workflowAsks: WorkflowAsks;
  /** The workflows that need not ask. */
  approvedWorkflows: ApprovedWorkflows;
}

/** Makes the service records of one workspace. */
export function serviceRecords({ main, durability }: RedisConnections, workspaceId: string): ServiceRecords {
  return {
    claimedNames: claimedNames(main, workspaceId),
    presets: presets(main, workspaceId),
    requests: provisioningRequests(main, workspaceId, durability),
    unresolved: unresolvedRequests(main, workspaceId),
    origins: origins(main, workspaceId),
    passwords: passwords(main, workspaceId),
    created: createdServices(main, workspaceId),
    approvalPolicies: approvalPolicies(main, workspaceId),
    approvals: approvals(main, workspaceId),
    workflowAsks: workflowAsks(main, workspaceId),
    approvedWorkflows: approvedWorkflows(main, workspaceId),
  };
}

/** What services add to a workspace's context. */
export interface ServicesPart extends ServiceRecords {
  /** Accepts requests to create a service. */
  creations: Pick<JobQueue, "accept" | "wake">;
  /** Runs requests for approval. */
  approvalQueue: Pick<JobQueue, "accept" | "wake">;
}

/** The context that this feature's code gets. */
export type ServicesContext = WorkspaceContext & ConnectionsPart & CostsPart & ServicesPart;
