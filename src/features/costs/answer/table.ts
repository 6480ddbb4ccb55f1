import type { Table } from "../../../platform/blocks/table.ts";
import { type Day, addDays, humanDays, weekdayOf } from "../../../lib/day.ts";
import { formatChange, formatCredits, formatShare, sum } from "../../../lib/money.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import { trendOf } from "./trend.ts";
import type { CostPart, CostSummary } from "../summary.ts";
import type { CostView } from "../read-words.ts";
import type { Decimal } from "decimal.js";

/** A table for blocks, and one for the text, without bars: a screen reader cannot read them. */
export interface SaidTable {
  shown: Table;
  said: Table;
  /** The number of rows that are left out. */
  leftOut: number;
}

// The other parts are small, and share one row.
const mostParts = 20;
// Longer than any name at the cloud with the entity's type after it.
const mostNameLength = 70;

/** The costs by service or metric, the costliest first, or by day, the newest first. */
export function tableOf(summary: CostSummary, view: CostView, today?: Day): SaidTable {
  if (view === "day") return daysTable(summary, today);
  const parts = view === "service" ? summary.services : summary.metrics;
  const make = (format: FormatTrend) => partsTable(view, parts, trendsOf(parts, summary, { today, format }));
  return {
    shown: make(({ bars, word }) => (word === undefined ? bars : `${bars} ${word}`)),
    said: make(({ word = "" }) => word),
    leftOut: 0,
  };
}

type FormatTrend = (trend: NonNullable<ReturnType<typeof trendOf>>) => string;

function trendsOf(
  parts: readonly CostPart[],
  { buckets }: CostSummary,
  { today, format }: { today: Day | undefined; format: FormatTrend },
): Map<string, string> {
  return new Map(
    parts.slice(0, mostParts).flatMap(({ id, amounts }) => {
      const trend = trendOf(amounts, buckets, today);
      return trend ? [[id, format(trend)] as const] : [];
    }),
  );
}

function partsTable(
  view: "service" | "metric",
  parts: readonly CostPart[],
  trends: ReadonlyMap<string, string>,
): Table {
  const others = parts.slice(mostParts);
  const together = {
    id: "",
    name: `${others.length} others`,
    total: sum(others.map(({ total }) => total)),
    share: others.some(({ share }) => share === null) ? null : sum(others.map(({ share }) => share ?? 0)),
    previous: sum(others.map(({ previous }) => previous)),
  };
  const rows = [...parts.slice(0, mostParts), ...(others.length > 0 ? [together] : [])];
  const hasTrends = trends.size > 0;
  return {
    columns: [
      { header: view === "service" ? "Service" : "Metric" },
      { header: "Credits", align: "right" },
      { header: "Share", align: "right" },
      { header: "Change", align: "right" },
      ...(hasTrends ? [{ header: "Trend" } as const] : []),
    ],
    rows: rows.map(({ id, name, total, share, previous }) => [
      truncate(oneLine(name), mostNameLength),
      formatCredits(total),
      formatShare(share, total),
      formatChange(total, previous),
      ...(hasTrends ? [trends.get(id) ?? ""] : []),
    ]),
  };
}

// A month. The CSV file has more.
const mostDays = 31;

/** The days, newest first, compared with a week before, or with the day before if few of those are known. */
function daysTable(summary: CostSummary, today?: Day): SaidTable {
  const { days } = summary;
  const { header, before } = comparison(summary);
  const rows = days.map(({ day, total, provisional }) => {
    // An incomplete day would seem like a fall.
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

/** "after none" in place of "new", because the day before may just have had no costs. */
function changeOf(total: Decimal, earlier: Decimal): string {
  return earlier.isZero() && !total.isZero() ? "after none" : formatChange(total, earlier);
}

function comparison({ days, range }: CostSummary): {
  header: string;
  before: (day: Day) => Decimal | undefined;
} {
  const totals = new Map<Day, Decimal>();
  for (const [index, { previous }] of days.entries())
    if (previous) totals.set(addDays(range.previous.from, index), previous);
  for (const { day, total } of days) totals.set(day, total);
  const aWeekBefore = (day: Day) => totals.get(addDays(day, -7));
  const known = days.filter(({ day }) => aWeekBefore(day) !== undefined).length;
  if (known * 2 > days.length) return { header: "Against a week before", before: aWeekBefore };
  return { header: "Against the day before", before: (day) => totals.get(addDays(day, -1)) };
}

/** "Fri 20 Nov 2026". */
function dayName(day: Day): string {
  return `${weekdayOf(day).slice(0, 3)} ${humanDays(day, day)}`;
}
