import { lazily } from "../../lib/cache.ts";
import type { OwnersPart } from "../owners/index.ts";
import type { ConnectionsPart } from "../connections/index.ts";
import type { RedisConnections } from "../../platform/redis/connect.ts";
import type { FactsOf } from "../../platform/commands/service-facts.ts";
import type { WorkspaceContext } from "../../platform/context.ts";
import { unusualDays } from "./anomalies/unusual-days.ts";
import { partColors } from "./parts.ts";
import { computeRates } from "./estimates/find-compute-rate.ts";
import { type CostsOwner, costDays } from "./ledger/kept-days.ts";
import type { CostLedger } from "./ledger/ledger.ts";

/** The records of one workspace's costs. */
export type CostRecords = ReturnType<typeof costRecords>;

/** The cost records of one workspace. */
export function costRecords({ main }: RedisConnections, workspaceId: string) {
  return lazily({
    computeRates: () => computeRates(main, workspaceId),
    unusualDays: () => unusualDays(main, workspaceId),
    partColors: () => partColors(main, workspaceId),
    /** The kept costs of a connection, day by day. The connection is read at the first use. */
    costDays: () => (find: () => Promise<CostsOwner>) => costDays(main, workspaceId, find),
  });
}

/** What costs add to a workspace's context. */
export interface CostsPart extends CostRecords {
  /** Those of the services that no alert and no dashboard reads, as far as all features know, by their ids. */
  unreadServices: (services: readonly FactsOf[]) => Promise<ReadonlySet<string>>;
  /** The ledger of a connection's organization, day by day. */
  ledgerOf: (connection: string) => CostLedger;
  /** The operator's rate for estimates, in credits; used when the workspace has no usage of its own. */
  computeCreditsPerGbHour: number | undefined;
}

/** The context of everything in this feature. */
export type CostsContext = WorkspaceContext & ConnectionsPart & OwnersPart & CostsPart;
