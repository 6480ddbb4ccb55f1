import type { Decimal } from "decimal.js";
import { sum } from "../../../lib/money.ts";
import type { DayAmounts, DayPart } from "../anomalies/anomalies.ts";
import { sortedParts } from "../parts.ts";

/** What costs most of some days, and how many other parts there are. */
export interface Costliest {
  parts: { name: string; total: Decimal; share: Decimal | null }[];
  others: number;
}

const most = 3;

/** The costliest services or metrics of some days, of those that cost anything. */
export function costliestOf(days: readonly DayAmounts[], kind: DayPart["kind"]): Costliest {
  const ofKind = days.flatMap(({ parts }) => parts).filter((part) => part.kind === kind);
  const byId = [...Map.groupBy(ofKind, ({ id }) => id)];
  const named = byId.map(([id, parts]) => {
    const total = sum(parts.map(({ amount }) => amount));
    return { id, name: parts.at(-1)?.name ?? id, amounts: [total], total, previous: total };
  });
  const parts = sortedParts(named).filter(({ total }) => total.gt(0));
  return { parts: parts.slice(0, most), others: Math.max(0, parts.length - most) };
}
