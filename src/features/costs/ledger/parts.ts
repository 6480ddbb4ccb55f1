import type { OperationInput } from "../../../platform/cloud/operation.ts";
import type { UsageCost, readUsageCost, CostRecord } from "../../../platform/cloud/costs/usage.ts";
import type { RequestQuota } from "../../../platform/redis/request-quota.ts";
import type { CostDays, DisputedTotal } from "./kept-days.ts";
import type { Day } from "../../../lib/day.ts";

/** The part of a cloud's API that a ledger needs. */
export interface CostSource {
  call(operation: typeof readUsageCost, input: OperationInput<typeof readUsageCost>): Promise<UsageCost>;
}

/** The parts of a ledger. */
export interface LedgerParts {
  cloud: CostSource;
  /** The ending of the metric names on the wire that the client reads. */
  ending: string;
  /** The store of this connection's days. */
  costDays: CostDays;
  /** The connection's request quota for costs. */
  requestQuota: RequestQuota;
  /** The size of that quota, in requests per 10 s; 8 by default. */
  requestsPerWindow?: number;
  now: () => Date;
  /** The requests under way for this connection; ledgers with the same one share them. */
  singleFlight?: SingleFlight;
  log?: { warn(fields: object, message: string): void };
  sleep?: (ms: number) => Promise<unknown>;
}

/** Shares work under way in this process, by name. Callers at the same time get the same result or failure. */
export type SingleFlight = (name: string, begin: () => Promise<void>) => Promise<void>;

/** Makes single flights, one for each scope. */
export function singleFlights(): (scope: string) => SingleFlight {
  const underWay = new Map<string, Promise<void>>();
  return (scope) => (name, begin) => {
    const key = `${scope} ${name}`;
    const same = underWay.get(key);
    if (same) return same;
    const flight = begin().finally(() => underWay.delete(key));
    underWay.set(key, flight);
    return flight;
  };
}

/** All costs of one UTC day. */
export interface CostDay {
  day: Day;
  /** True if the day is over and every record of it is final. */
  locked: boolean;
  /** In the cloud's order; empty for a day without costs. */
  records: readonly CostRecord[];
  /** The cloud's grand total for this day and others, if its records add up to something else. */
  disputed?: DisputedTotal;
}
