import type { CloudClient } from "../../cloud/client.ts";
import type { Budget } from "../../store/budget.ts";
import type { CostDays } from "../../store/cost-days.ts";
import type { Flights } from "./flights.ts";

/** What a ledger is made of. */
export interface LedgerParts {
  cloud: Pick<CloudClient, "call">;
  /** Where the days of this connection are kept. */
  costDays: CostDays;
  /** The share of the connection's requests that costs may take. */
  budget: Budget;
  now: () => Date;
  /** Requests under way for this connection; ledgers that are given the same share them. */
  flights?: Flights;
  log?: { warn(fields: object, message: string): void };
  sleep?: (ms: number) => Promise<unknown>;
}
