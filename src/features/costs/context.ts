import type { ConnectionsPart } from "../connections/index.ts";
import type { RedisConnections } from "../../platform/redis/connect.ts";
import type { WorkspaceContext } from "../../platform/context.ts";
import { type UnusualDays, unusualDays } from "./anomalies/unusual-days.ts";
import { type ComputeRates, computeRates } from "./estimates/compute-rates.ts";
import { type CostDays, type CostPlace, costDays } from "./ledger/kept-days.ts";
import type { CostLedger } from "./ledger/ledger.ts";

/** The records of one workspace's costs. */
export interface CostRecords {
  computeRates: ComputeRates;
  unusualDays: UnusualDays;
  /** What a connection's cloud said of the costs of each day. The connection is found when it is first needed. */
  costDays(find: () => Promise<CostPlace>): CostDays;
}

/** One workspace's. */
export function costRecords({ main }: RedisConnections, workspaceId: string): CostRecords {
  return {
    computeRates: computeRates(main, workspaceId),
    unusualDays: unusualDays(main, workspaceId),
    costDays: (find) => costDays(main, workspaceId, find),
  };
}

/** What costs add to a workspace's context. */
export interface CostsPart extends CostRecords {
  /** What the organization that a connection leads to cost, day by day. */
  ledgerOf: (connection: string) => CostLedger;
  /** The rate for estimates if the workspace has no usage of its own and an operator gave one. */
  computeCreditsPerGbHour: number | undefined;
}

/** What code of costs may use. */
export type CostsContext = WorkspaceContext & ConnectionsPart & CostsPart;
