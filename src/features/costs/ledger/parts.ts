import type { OperationInput } from "../../../platform/cloud/operation.ts";
import type { UsageCost, readUsageCost, CostRecord } from "../../../platform/cloud/costs/usage.ts";
import type { Budget } from "../../../platform/redis/request-quota.ts";
import type { CostDays, DisputedTotal } from "./kept-days.ts";
import type { Day } from "../../../lib/day.ts";

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

/** Work under way in this process, by name: who wants the same at the same time shares it, its failure included. */
export interface Flights {
  share(name: string, begin: () => Promise<void>): Promise<void>;
}

/** Nothing under way yet anywhere; answers what is under way at one place, for all who come to share. */
export function createFlights(): (place: string) => Flights {
  const underWay = new Map<string, Promise<void>>();
  return (place) => ({
    share(name, begin) {
      const key = `${place} ${name}`;
      const same = underWay.get(key);
      if (same) return same;
      const flight = begin().finally(() => underWay.delete(key));
      underWay.set(key, flight);
      return flight;
    },
  });
}

/** What everything cost on one day in UTC. */
export interface CostDay {
  day: Day;
  /** True where the day is over and every record of it is final: nothing of it changes any more. */
  locked: boolean;
  /** In the order the cloud gave them; a day without costs has none. */
  records: readonly CostRecord[];
  /** A grand total of the cloud's for these and other days that is not what its records add up to. */
  disputed?: DisputedTotal;
}
