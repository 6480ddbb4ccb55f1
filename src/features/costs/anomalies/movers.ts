import type { Decimal } from "decimal.js";
import { Credits } from "../../../lib/money.ts";
import type { DayAmounts, DayPart } from "./anomalies.ts";
import { typicalFor } from "./typical.ts";

/** A part that explains an unusual day, and what it usually costs on such a weekday. */
export interface Mover {
  kind: DayPart["kind"];
  name: string;
  amount: Decimal;
  usual: Decimal;
}

/** More explain nothing to a reader. */
const mostOfAKind = 3;
/** What moved by less than so much of the whole does not explain it. */
const leastShare = "0.1";

/** What moved a day by `excess` from what `baseline` says is usual, in the same direction; the largest difference first. */
export function moversOf(judged: DayAmounts, baseline: readonly DayAmounts[], excess: Decimal): Mover[] {
  const sign = excess.lt(0) ? -1 : 1;
  const middle = excess.lt(0) ? "lower" : "upper";
  const least = excess.abs().times(leastShare);
  const moved = partsOf([judged, ...baseline])
    .map(({ kind, id, name }) => {
      const amountOf = (day: DayAmounts) => amountIn(day, kind, id);
      return {
        kind,
        name,
        amount: amountOf(judged),
        usual: typicalFor(judged.day, baseline, { amountOf, middle }),
      };
    })
    .map((mover) => ({ mover, by: mover.amount.minus(mover.usual).times(sign) }))
    .filter(({ by }) => by.gt(0) && by.gte(least))
    .toSorted((a, b) => b.by.comparedTo(a.by) || a.mover.name.localeCompare(b.mover.name, "en"))
    .map(({ mover }) => mover);
  return (["service", "metric"] as const).flatMap((kind) =>
    moved.filter((mover) => mover.kind === kind).slice(0, mostOfAKind),
  );
}

/** Every part of any of the days once, by its name on the first of them that has it. */
function partsOf(days: readonly DayAmounts[]): DayPart[] {
  const parts = new Map<string, DayPart>();
  for (const part of days.flatMap((day) => day.parts)) {
    const key = `${part.kind} ${part.id}`;
    if (!parts.has(key)) parts.set(key, part);
  }
  return [...parts.values()];
}

function amountIn({ parts }: DayAmounts, kind: DayPart["kind"], id: string): Decimal {
  const part = parts.find((one) => one.kind === kind && one.id === id);
  return part?.amount ?? new Credits(0);
}
