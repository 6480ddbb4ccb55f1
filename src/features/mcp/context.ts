import { lazily } from "../../lib/cache.ts";
import type { OwnersPart } from "../owners/index.ts";
import type { Catalogue } from "../../platform/commands/perform.ts";
import type { WorkspaceContext } from "../../platform/context.ts";
import type { JobQueue } from "../../platform/jobs/queue.ts";
import type { RedisConnections } from "../../platform/redis/connect.ts";
import type { ConnectionsPart } from "../connections/index.ts";
import type { CostsPart } from "../costs/index.ts";
import type { ServicesPart } from "../services/index.ts";
import { offers } from "./offers/offers.ts";
import { tokens } from "./tokens/tokens.ts";

/** How the operator lets programs in. */
export interface McpSettings {
  isOn: boolean;
  /** True if programs may propose nothing. */
  isReadOnly: boolean;
}

/** Makes the records of one workspace's tokens and offers. */
export function mcpRecords({ main }: RedisConnections, workspaceId: string) {
  return lazily({ mcpTokens: () => tokens(main, workspaceId), mcpOffers: () => offers(main, workspaceId) });
}

/** What this feature adds to a workspace's context. */
export interface McpPart extends ReturnType<typeof mcpRecords> {
  mcp: McpSettings;
  catalogue: Catalogue;
  /** Looks after the messages of offers. */
  offerQueue: Pick<JobQueue, "accept" | "wake">;
}

/** The context that this feature's code gets. */
export type McpContext = WorkspaceContext & ConnectionsPart & OwnersPart & CostsPart & ServicesPart & McpPart;
