import { lazily } from "../../lib/cache.ts";
import type { OwnersPart } from "../owners/index.ts";
import type { ConnectionsPart } from "../connections/index.ts";
import type { CostsPart } from "../costs/index.ts";
import type { RedisConnections } from "../../platform/redis/connect.ts";
import type { WorkspaceContext } from "../../platform/context.ts";
import type { CreatedHere } from "../../platform/commands/service-facts.ts";
import type { ApprovedAct } from "../../platform/access/approved-act.ts";
import type { JobQueue } from "../../platform/jobs/queue.ts";
import { approvals } from "./approval/approvals.ts";
import { approvalPolicies, approvedWorkflows } from "./approval/policy/record.ts";
import { hardLimits } from "./hard-limits/record.ts";
import { passwords } from "./passwords/passwords.ts";
import { lastPlaces } from "./form/last-place.ts";
import { presets } from "./presets/presets.ts";
import {
  claimedNames,
  createdServices,
  origins,
  provisioningRequests,
  unresolvedRequests,
} from "./provisioning/progress.ts";
import type { TerraformNames } from "./terraform/provider.ts";
import { workflowAsks } from "./workflow/ask-record.ts";

/** Makes the service records of one workspace. */
export function serviceRecords({ main, durability }: RedisConnections, workspaceId: string) {
  const sent = lazily({ requests: () => provisioningRequests(main, workspaceId, durability) });
  return lazily({
    /** The names of services that are being created. */
    claimedNames: () => claimedNames(main, workspaceId),
    presets: () => presets(main, workspaceId),
    /** Where people last created services. */
    lastPlaces: () => lastPlaces(main, workspaceId),
    requests: () => sent.requests,
    unresolved: () => unresolvedRequests(main, workspaceId),
    origins: () => origins(main, workspaceId),
    passwords: () => passwords(main, workspaceId),
    created: () => createdServices(sent.requests, workspaceId),
    approvalPolicies: () => approvalPolicies(main, workspaceId),
    /** What no new service may exceed. */
    hardLimits: () => hardLimits(main, workspaceId),
    approvals: () => approvals(main, workspaceId),
    /** The questions of workflows to their requesters. */
    workflowAsks: () => workflowAsks(main, workspaceId),
    /** The workflows that need not ask. */
    approvedWorkflows: () => approvedWorkflows(main, workspaceId),
  });
}

/** The records of one workspace's requests for services. */
export type ServiceRecords = ReturnType<typeof serviceRecords>;

/** What services add to a workspace's context. */
export interface ServicesPart extends ServiceRecords {
  /** Accepts requests to create a service. */
  creations: Pick<JobQueue, "accept" | "wake">;
  /** What other features do with each new service. */
  afterCreation?: (created: CreatedHere, context: WorkspaceContext) => Promise<void>;
  /** What else people may ask approval for. */
  approvedActs: readonly ApprovedAct[];
  /** The names of the cloud's Terraform provider. */
  terraform: TerraformNames;
  /** Runs requests for approval. */
  approvalQueue: Pick<JobQueue, "accept" | "wake">;
}

/** The context that this feature's code gets. */
export type ServicesContext = WorkspaceContext & ConnectionsPart & OwnersPart & CostsPart & ServicesPart;
