import type { Decimal } from "decimal.js";
import { eventLoopYielder } from "../../lib/event-loop.ts";
import { type ExactSum, exactSum, totalOfSum } from "../../lib/exact-sum.ts";
import { isNegligible, sum } from "../../lib/money.ts";
import type { ServiceLabel } from "../../lib/service-labels.ts";
import type { DayAmounts, DayPart } from "./anomalies/anomalies.ts";
import { labelled, metricLabel } from "./parts.ts";
import {
  type CostAggregate,
  type PartSums,
  type ServiceFilter,
  addRecords,
  emptyAggregate,
  serviceFilter,
} from "./aggregate.ts";
import type { CostDay } from "./ledger/parts.ts";

/** The costs of a day, of everything or of one service. */
export interface ScopedDay extends DayAmounts {
  /** True if the amounts are final. */
  locked: boolean;
}

/** Adds up each day, of everything, of one service or of what a filter picks. Yields to the event loop between days. */
export async function amountsOfDays(
  days: AsyncIterable<CostDay>,
  scope: string | ServiceFilter | undefined,
  label: ServiceLabel = (_, name) => name,
): Promise<ScopedDay[]> {
  const filter = typeof scope === "object" ? scope : serviceFilter(scope);
  const yieldIfLong = eventLoopYielder();
  const amounts: ScopedDay[] = [];
  for await (const { day, locked, records } of days) {
    const aggregate = emptyAggregate();
    const ofDay = exactSum();
    addRecords(aggregate, filter.pick(records), { bucket: 0, ofDay });
    const total = totalOfSum(ofDay);
    amounts.push({
      day,
      locked,
      total,
      parts: [...services(aggregate, label), ...metrics(aggregate, total)],
    });
    await yieldIfLong();
  }
  return amounts;
}

function services({ entities }: CostAggregate, label: ServiceLabel): DayPart[] {
  return [...entities].map(([id, sums]) => ({
    kind: "service",
    id,
    name: labelled(id, sums, label),
    amount: amountOf(sums),
  }));
}

/** If the metrics do not add up to the total, the total counts and the difference is "Other". */
function metrics({ metrics: all }: CostAggregate, total: Decimal): DayPart[] {
  const parts: DayPart[] = [...all].map(([id, sums]) => ({
    kind: "metric",
    id,
    name: metricLabel(id),
    amount: amountOf(sums),
  }));
  const other = total.minus(sum(parts.map(({ amount }) => amount)));
  return isNegligible(other) ? parts : [...parts, { kind: "metric", id: "", name: "Other", amount: other }];
}

const nothing: ExactSum = exactSum();

function amountOf({ buckets: [ofDay] }: PartSums): Decimal {
  return totalOfSum(ofDay ?? nothing);
}
