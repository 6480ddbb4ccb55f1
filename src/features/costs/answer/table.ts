import type { Decimal } from "decimal.js";
import { type Day, addDays, countDays, daysInRuns, humanDays, startOf, weekdayOf } from "../../../lib/day.ts";
import {
  type CreditPrice,
  formatCredits,
  formatMoney,
  formatShare,
  moneyOf,
  sum,
} from "../../../lib/money.ts";
import type { CostRange } from "../../../lib/period/range.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import type { Table } from "../../../platform/blocks/table.ts";
import type { CostView } from "../arguments.ts";
import { type BucketUnit, bucketUnitOf } from "../buckets.ts";
import { type CostPart, type CostSummary, partsBy, unfinishedDay } from "../summary.ts";
import * as texts from "./texts.ts";
import { formatMove } from "./texts.ts";

/** A table for blocks, and one for the text, without signs: a screen reader cannot read them. */
export interface TableWithText {
  shown: Table;
  said: Table;
  /** The number of rows that are left out. */
  leftOut: number;
  /** True if a sign stands for the day that is not over. */
  hasOpenSign: boolean;
}

// The other parts are small, and share one row.
const mostParts = 20;
// Longer than any name at the cloud with the entity's type after it.
const mostNameLength = 70;

/** The costs by service or metric, the costliest first, or by day, the newest first. */
export function tableOf(summary: CostSummary, view: CostView, against?: CostRange): TableWithText {
  if (view === "day") return daysTable(summary);
  const parts = partsBy(view, summary);
  if (against) {
    const table = twoRangesTable(view, parts, summary, against);
    return { shown: table, said: table, leftOut: 0, hasOpenSign: false };
  }
  const { buckets, range } = summary;
  const shape = { unit: sparkUnitOf(range, buckets), unfinished: unfinishedDay(range) };
  const lines = new Map(
    parts.slice(0, mostParts).flatMap((part) => {
      const line = sparkLine(part, buckets, shape);
      return line === undefined ? [] : [[part.id, line] as const];
    }),
  );
  return {
    shown: partsTable(view, parts, summary, lines),
    said: partsTable(view, parts, summary, new Map()),
    leftOut: 0,
    hasOpenSign: [...lines.values()].some((line) => line.endsWith(openSign)),
  };
}

function partsTable(
  view: Exclude<CostView, "day">,
  parts: readonly CostPart[],
  { range, buckets, price }: CostSummary,
  lines: ReadonlyMap<string, string>,
): Table {
  const rows = rowsOf(parts);
  // Nothing of a day that is not over can be compared.
  const isCompared = range.compared !== undefined;
  const { columns } = texts;
  return {
    columns: [
      { header: columns[view] },
      { header: columns.credits, align: "right" },
      ...moneyColumn(price),
      // Before the share, because narrow windows show only the first columns.
      ...(isCompared ? [{ header: columns.change, align: "right" } as const] : []),
      { header: columns.share, align: "right" },
      ...(lines.size > 0
        ? [{ header: texts.course(sparkUnitOf(range, buckets)), wraps: false } as const]
        : []),
    ],
    rows: rows.map(({ id, name, total, share, compared, previous }) => [
      truncate(oneLine(name), mostNameLength),
      { value: total.toNumber(), text: formatCredits(total) },
      ...moneyCell(total, price),
      // What began today is new, though today can't be compared.
      ...(isCompared ? [formatMove(previous.isZero() ? total : compared, previous)] : []),
      formatShare(share, total),
      ...(lines.size > 0 ? [lines.get(id) ?? ""] : []),
    ]),
  };
}

/** The costliest parts, and one row for the others together. */
function rowsOf(parts: readonly CostPart[]): Omit<CostPart, "amounts">[] {
  const others = parts.slice(mostParts);
  const addedUp = (amountOf: (part: CostPart) => Decimal) => sum(others.map(amountOf));
  const together = {
    id: "",
    name: texts.others(others.length),
    total: addedUp(({ total }) => total),
    share: others.some(({ share }) => share === null) ? null : sum(others.map(({ share }) => share ?? 0)),
    compared: addedUp(({ compared }) => compared),
    previous: addedUp(({ previous }) => previous),
  };
  return [...parts.slice(0, mostParts), ...(others.length > 0 ? [together] : [])];
}

/** The parts in two ranges, with what they cost together. Ranges of unequal length are also compared by the day. */
function twoRangesTable(
  view: Exclude<CostView, "day">,
  parts: readonly CostPart[],
  { range, total, previousTotal, price }: CostSummary,
  against: CostRange,
): Table {
  const { columns } = texts;
  const isUnequal = range.days !== against.days;
  const all = { name: texts.all, total, previous: previousTotal };
  const labels = shortLabels(range, against);
  return {
    columns: [
      { header: columns[view] },
      ...labels.map((label): Column => ({ header: label, align: "right" })),
      { header: columns.change, align: "right" },
      ...(isUnequal ? [{ header: columns.changePerDay, align: "right" } as const] : []),
      ...(price
        ? labels.map((label): Column => ({ header: columns.money(price.currency, label), align: "right" }))
        : []),
    ],
    rows: [...rowsOf(parts), ...(parts.length > 1 ? [all] : [])].map((part) => {
      const amounts = [part.total, part.previous];
      return [
        truncate(oneLine(part.name), mostNameLength),
        ...amounts.map((amount) => ({ value: amount.toNumber(), text: formatCredits(amount) })),
        formatMove(part.total, part.previous),
        ...(isUnequal ? [formatMove(part.total.div(range.days), part.previous.div(against.days))] : []),
        ...amounts.flatMap((amount) => moneyCell(amount, price)),
      ];
    }),
  };
}

/** The labels of two ranges, without the year if that is the same. Narrow windows show little more. */
function shortLabels(...ranges: readonly CostRange[]): string[] {
  const years = new Set(ranges.flatMap(({ from, to }) => [from.slice(0, 4), to.slice(0, 4)]));
  const [year] = years;
  return ranges.map(({ label }) => (years.size === 1 ? label.replaceAll(` ${year}`, "") : label));
}

type Column = Table["columns"][number];

/** Money has its own column, with the currency as its name. */
function moneyColumn(price: CreditPrice | undefined): Column[] {
  return price ? [{ header: price.currency, align: "right" }] : [];
}

function moneyCell(total: Decimal, price: CreditPrice | undefined): { value: number; text: string }[] {
  if (!price) return [];
  const money = moneyOf(total, price);
  return [{ value: money.toNumber(), text: formatMoney(money, price.currency) }];
}

// A month. The CSV file has more.
const mostDays = 31;

/** The days, newest first, compared with a week before, or with the day before if few of those are known. */
function daysTable(summary: CostSummary): TableWithText {
  const { days, range, price } = summary;
  const { header, before } = comparison(summary);
  const open = unfinishedDay(range);
  const isOneYear = range.from.slice(0, 4) === range.to.slice(0, 4);
  const { columns, states } = texts;
  const rows = days.map(({ day, total, provisional }) => {
    // A day that is not over would seem like a fall.
    const earlier = day === open ? undefined : before(day);
    return [
      dayName(day, isOneYear),
      { value: total.toNumber(), text: formatCredits(total) },
      ...moneyCell(total, price),
      earlier === undefined ? "" : changeOf(total, earlier),
      day === open ? states.open : provisional ? states.provisional : states.final,
    ];
  });
  const table: Table = {
    columns: [
      { header: columns.day, wraps: false },
      { header: columns.credits, align: "right" },
      ...moneyColumn(price),
      { header, align: "right" },
      { header: columns.state },
    ],
    rows: rows.toReversed().slice(0, mostDays),
  };
  return { shown: table, said: table, leftOut: Math.max(0, rows.length - mostDays), hasOpenSign: false };
}

function changeOf(total: Decimal, earlier: Decimal): string {
  return earlier.isZero() && !total.isZero() ? texts.afterNone : formatMove(total, earlier);
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
  if (known * 2 > days.length) return { header: texts.columns.aWeekBefore, before: aWeekBefore };
  return { header: texts.columns.theDayBefore, before: (day) => totals.get(addDays(day, -1)) };
}

/** "Fri 20 Nov", or "Fri 20 Nov 2026" if the days are of several years. */
function dayName(day: Day, isOneYear: boolean): string {
  return `${weekdayOf(day).slice(0, 3)} ${isOneYear ? daysInRuns([day]) : humanDays(day, day)}`;
}

// Without the full block, which would touch the line above.
const levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"];
/** Stands for a day that is not over. A bar would look like a fall. */
export const openSign = "░";
/** Bars span at least this share of the size. */
const leastHeight = 0.5;
const leastPoints = 2;
// More signs do not fit beside the other columns.
const mostSigns = 14;
const largerUnits: Partial<Record<BucketUnit, "week" | "year">> = { day: "week", month: "year" };

/** What a sign stands for: as much as a bar of the picture, but a week for more than 14 days, and a year for many months. */
export function sparkUnitOf(span: DaySpan, buckets: readonly DaySpan[]): BucketUnit {
  const unit = bucketUnitOf(span);
  return buckets.length > mostSigns ? (largerUnits[unit] ?? unit) : unit;
}

/**
 * The course of a part's costs: one sign for each day, week, month or year, in order. It counts by its mean day, because
 * the first and the last may be cut. Undefined for a single day, and without costs.
 */
export function sparkLine(
  { amounts, total, compared }: Pick<CostPart, "amounts" | "total" | "compared">,
  buckets: readonly DaySpan[],
  { unit, unfinished }: { unit: BucketUnit; unfinished: Day | undefined },
): string | undefined {
  const ofOpenDay = total.minus(compared).toNumber();
  const dated = buckets.map(({ from, to }, index) => ({ from, to, amount: amounts[index]?.toNumber() ?? 0 }));
  const groups = Map.groupBy(dated, ({ from }) => (unit === "day" ? from : startOf(unit, from)));
  const points = [...groups.values()].map((group) => {
    const amount = group.reduce((sum, each) => sum + each.amount, 0);
    const days = group.reduce((sum, { from, to }) => sum + countDays(from, to), 0);
    if (group.at(-1)?.to !== unfinished) return amount / days;
    return days === 1 ? undefined : (amount - ofOpenDay) / (days - 1);
  });
  const known = points.filter((point) => point !== undefined);
  if (known.length < leastPoints || known.every((point) => point <= 0)) return undefined;
  const signOf = signsBetween(Math.min(...known), Math.max(...known));
  return points.map((point) => (point === undefined ? openSign : signOf(point))).join("");
}

/** Bars around the middle, so steady costs look level and small changes look small. */
function signsBetween(least: number, most: number): (point: number) => string {
  const height = Math.max(most - least, leastHeight * Math.max(Math.abs(most), Math.abs(least)));
  const middle = (most + least) / 2;
  const top = levels.length - 1;
  return (point) => levels[Math.round(((point - middle) / height + 0.5) * top)] ?? "";
}
