import type { OperationInput } from "../../../platform/cloud/operation.ts";
import type { UsageCost, readUsageCost } from "../../../platform/cloud/costs/usage.ts";
import type { Budget } from "../../../platform/redis/request-quota.ts";
import type { CostDays } from "./kept-days.ts";
import type { Flights } from "./single-flight.ts";

/** The part of a cloud's API that a ledger needs. */
export interface CostSource {
  call(operation: typeof readUsageCost, input: OperationInput<typeof readUsageCost>): Promise<UsageCost>;
}

/** What a ledger is made of. */
export interface LedgerParts {
  cloud: CostSource;
  /** What the names of the cloud's amounts end in on the wire, as the client reads them. */
  ending: string;
  /** Where the days of this connection are kept. */
  costDays: CostDays;
  /** The share of the connection's requests that costs may take. */
  budget: Budget;
  /** How many requests that share is, in 10 s; 8 where it is not told. */
  requestsPerWindow?: number;
  now: () => Date;
  /** Requests under way for this connection; ledgers that are given the same share them. */
  flights?: Flights;
  log?: { warn(fields: object, message: string): void };
  sleep?: (ms: number) => Promise<unknown>;
}
