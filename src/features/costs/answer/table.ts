import type { Table } from "../../../platform/blocks/table.ts";
import type { Day } from "../../../lib/day.ts";
import { formatChange, formatCredits, formatShare } from "../../../lib/money.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import { daysTable } from "./days.ts";
import { trendOf } from "./trend.ts";
import { withOthers } from "./others.ts";
import type { CostPart, CostSummary } from "../summary.ts";
import type { CostView } from "../read-words.ts";

/** A table as blocks show it and as a text says it, where pictures of any kind would not be heard. */
export interface SaidTable {
  shown: Table;
  said: Table;
  /** How many rows there would be more. */
  leftOut: number;
}

// As many as are read at a glance; what comes after is small, and stands in one row together.
const mostParts = 20;
// Longer than the cloud lets a name be, with what an entity is after it.
const mostNameLength = 70;

/** What it cost by service, by metric or by day: the costliest first, and the newest day. */
export function tableOf(summary: CostSummary, view: CostView, today?: Day): SaidTable {
  if (view === "day") return daysTable(summary, today);
  const parts = view === "service" ? summary.services : summary.metrics;
  const make = (inWords: TrendInWords) =>
    partsTable(view, parts, trendsOf(parts, summary, { today, inWords }));
  return {
    shown: make(({ bars, word }) => (word === undefined ? bars : `${bars} ${word}`)),
    said: make(({ word = "" }) => word),
    leftOut: 0,
  };
}

type TrendInWords = (trend: NonNullable<ReturnType<typeof trendOf>>) => string;

function trendsOf(
  parts: readonly CostPart[],
  { buckets }: CostSummary,
  { today, inWords }: { today: Day | undefined; inWords: TrendInWords },
): Map<string, string> {
  return new Map(
    parts.slice(0, mostParts).flatMap(({ id, amounts }) => {
      const trend = trendOf(amounts, buckets, today);
      return trend ? [[id, inWords(trend)] as const] : [];
    }),
  );
}

function partsTable(
  view: "service" | "metric",
  parts: readonly CostPart[],
  trends: ReadonlyMap<string, string>,
): Table {
  const { shown, others } = withOthers(parts, mostParts);
  const rows = others === null ? shown : [...shown, { ...others, id: "", name: `${others.count} others` }];
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
