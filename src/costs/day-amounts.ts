import { breather } from "../lib/breather.ts";
import { exactSum, totalOfSum } from "../lib/exact-sum.ts";
import { Credits } from "../lib/money.ts";
import type { DayAmounts, DayPart } from "./anomalies.ts";
import { costsByEntity } from "./entities.ts";
import { addRecords, costFold } from "./fold.ts";
import type { CostDay } from "./ledger/cost-day.ts";
import { costsByMetric } from "./metrics.ts";
import { serviceFilter } from "./warehouse-note.ts";

/** What a day cost, all of it or one service alone. */
export interface ScopedDay extends DayAmounts {
  /** True where nothing of it changes any more. */
  locked: boolean;
}

/** Adds up each day by itself, of everything or of one service; lets others use the event loop meanwhile. */
export async function amountsOfDays(
  days: AsyncIterable<CostDay>,
  serviceId: string | undefined,
): Promise<ScopedDay[]> {
  const filter = serviceFilter(serviceId);
  const breathe = breather();
  const amounts: ScopedDay[] = [];
  for await (const { day, locked, records } of days) {
    const fold = costFold();
    const ofDay = exactSum();
    addRecords(fold, filter.pick(records), { bucket: 0, ofDay });
    const total = totalOfSum(ofDay);
    const services = await costsByEntity(fold, 1, breathe);
    const metrics = costsByMetric(fold, { amounts: [total], total, previous: new Credits(0) });
    amounts.push({ day, locked, total, parts: [...parts("service", services), ...parts("metric", metrics)] });
    await breathe();
  }
  return amounts;
}

function parts(
  kind: DayPart["kind"],
  costs: readonly { id: string; name: string; total: DayPart["amount"] }[],
): DayPart[] {
  return costs.map(({ id, name, total }) => ({ kind, id, name, amount: total }));
}
