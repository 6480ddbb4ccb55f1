import type { Decimal } from "decimal.js";
import type { Table } from "../../../platform/blocks/table.ts";
import { type Day, addDays, humanDays } from "../../../lib/day.ts";
import { formatChange, formatCredits } from "../../../lib/money.ts";
import type { SaidTable } from "./table.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import type { CostSummary } from "../summary.ts";

// A month; whoever wants more of them has the CSV.
const mostDays = 31;

type SummedDays = CostSummary["days"];

/** What each day cost, the newest first, beside the day a week before or, where few of those are known, the day before. */
export function daysTable(summary: CostSummary, today?: Day): SaidTable {
  const { days } = summary;
  const { header, before } = comparison(summary);
  const rows = days.map(({ day, total, provisional }) => {
    // A part of a day beside a whole one would look like a fall.
    const earlier = day === today ? undefined : before(day);
    return [
      dayName(day),
      formatCredits(total),
      earlier === undefined ? "" : changeOf(total, earlier),
      day === today ? "not over yet" : provisional ? "provisional" : "final",
    ];
  });
  const table: Table = {
    columns: [
      { header: "Day (UTC)" },
      { header: "Credits", align: "right" },
      { header, align: "right" },
      { header: "State" },
    ],
    rows: rows.toReversed().slice(0, mostDays),
  };
  return { shown: table, said: table, leftOut: Math.max(0, rows.length - mostDays) };
}

/** A day after one without costs is nothing new. */
function changeOf(total: Decimal, earlier: Decimal): string {
  return earlier.isZero() && !total.isZero() ? "after none" : formatChange(total, earlier);
}

function comparison({ days, range }: CostSummary): {
  header: string;
  before: (day: Day) => Decimal | undefined;
} {
  const totals = new Map([
    ...daysBefore(days, range.previous),
    ...days.map(({ day, total }) => [day, total] as const),
  ]);
  const aWeekBefore = (day: Day) => totals.get(addDays(day, -7));
  const known = days.filter(({ day }) => aWeekBefore(day) !== undefined).length;
  if (known * 2 > days.length) return { header: "Against a week before", before: aWeekBefore };
  return { header: "Against the day before", before: (day) => totals.get(addDays(day, -1)) };
}

/** Each day carries what the one in its place in the period before cost. */
function daysBefore(days: SummedDays, { from }: DaySpan): (readonly [Day, Decimal])[] {
  return days.flatMap(({ previous }, index) =>
    previous === undefined ? [] : [[addDays(from, index), previous] as const],
  );
}

/** "Fri 20 Nov 2026". */
function dayName(day: Day): string {
  const weekday = new Date(day).toLocaleDateString("en-GB", { weekday: "short", timeZone: "UTC" });
  return `${weekday} ${humanDays(day, day)}`;
}
