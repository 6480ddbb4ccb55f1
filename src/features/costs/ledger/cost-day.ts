import type { CostRecord } from "../../../platform/cloud/costs/usage.ts";
import type { Day } from "../../../lib/day.ts";
import type { DisputedTotal } from "./kept-days.ts";

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
