import type { Decimal } from "decimal.js";
import { eventLoopYielder } from "../../lib/event-loop.ts";
import { type Day, daysFrom, addDays, countDays, daysInRuns, endOf, humanMonth } from "../../lib/day.ts";
import { totalOfSum } from "../../lib/exact-sum.ts";
import { type Change, Credits, changeBetween, sum } from "../../lib/money.ts";
import type { DisputedTotal } from "./ledger/kept-days.ts";
import {
  type LabelsOf,
  costsByEntity,
  costsByMetric,
  type Mover,
  largestMovers,
  type CostPart,
} from "./parts.ts";
import { before, emptyAggregate, type SummedDay, sumDays, serviceFilter } from "./aggregate.ts";
import type { CostDay } from "./ledger/parts.ts";
import { type DaySpan, earlier } from "../../lib/period/spans.ts";
import type { CostRange } from "../../lib/period/range.ts";

export type { CostPart } from "./parts.ts";

/** Days that are shown as one, with their costs. */
export interface CostBucket extends BucketSpan {
  total: Decimal;
  /** True if one of its days may still change. */
  provisional: boolean;
}

/** The costs of a period in credits, exact to the last digit. Lists start with the costliest. */
export interface CostSummary {
  range: CostRange;
  total: Decimal;
  previousTotal: Decimal;
  /** Null if the period before cost nothing, so there is nothing to compare with. */
  change: Change | null;
  /** Services and other entities of either period. */
  services: CostPart[];
  metrics: CostPart[];
  /** Every day of the range, with the costs of its counterpart in the period before, if there is one. */
  days: { day: Day; total: Decimal; previous?: Decimal; provisional: boolean }[];
  /** The days grouped for charts. */
  buckets: CostBucket[];
  /** The parts that changed most. */
  movers: Mover[];
  /** The days of the range that may still change. */
  provisional: Day[];
  /** The cloud's grand totals, of either period, that its records do not add up to; each once. */
  disputed: DisputedTotal[];
  /** For one service: its warehouse. The warehouse's own costs, which its services share, are not counted. */
  warehouseNote?: string;
}

/** The input of a summary. Days outside of their period do not count. */
export interface SummaryFacts {
  range: CostRange;
  current: AsyncIterable<CostDay>;
  /** The days to compare with. */
  previous?: AsyncIterable<CostDay>;
  /** Counts the records of this service alone. */
  serviceId?: string;
  /** The labels of services; the cloud's names by default. */
  labelsOf?: LabelsOf;
}

/** Adds up the days of a period and compares them with the period before. Yields to the event loop meanwhile. */
export async function summarizeCosts({
  range,
  current,
  previous,
  serviceId,
  labelsOf,
}: SummaryFacts): Promise<CostSummary> {
  const spans = bucketsOf(range);
  const work = {
    aggregate: emptyAggregate(),
    filter: serviceFilter(serviceId),
    yieldIfLong: eventLoopYielder(),
  };
  // The latest names count, so the earlier period comes first.
  const daysBefore = previous
    ? await sumDays(previous, { ...work, bucketOf: within(range.previous) })
    : new Map<Day, SummedDay>();
  const daysNow = await sumDays(current, { ...work, bucketOf: bucketIn(spans) });

  const days = daysOf(range, daysNow, daysBefore);
  const buckets = spans.map((span) => bucket(span, days));
  const total = sum(buckets.map((each) => each.total));
  const previousTotal = totalOf(daysBefore);
  const whole = { amounts: buckets.map((each) => each.total), total, previous: previousTotal };
  const services = await costsByEntity(work.aggregate, spans.length, work.yieldIfLong, labelsOf);
  const metrics = costsByMetric(work.aggregate, whole);
  return {
    range,
    total,
    previousTotal,
    change: changeBetween(total, previousTotal),
    services,
    metrics,
    days,
    buckets,
    movers: previousTotal.isZero() ? [] : largestMovers(services, metrics),
    disputed: disputedIn([...daysBefore.values(), ...daysNow.values()]),
    provisional: days.filter(({ provisional }) => provisional).map(({ day }) => day),
    warehouseNote: work.filter.warehouseName(),
  };
}

function disputedIn(days: readonly SummedDay[]): DisputedTotal[] {
  const all = days.flatMap(({ disputed }) => disputed ?? []);
  return [...new Map(all.map((total) => [JSON.stringify(total), total])).values()];
}

function within({ from, to }: DaySpan): (day: Day) => number | undefined {
  return (day) => (day >= from && day <= to ? before : undefined);
}

function bucketIn(spans: readonly DaySpan[]): (day: Day) => number | undefined {
  const indexes = new Map(
    spans.flatMap(({ from, to }, index) => daysFrom(from, to).map((day) => [day, index] as const)),
  );
  return (day) => indexes.get(day);
}

function daysOf(
  { from, to, previous }: CostRange,
  now: ReadonlyMap<Day, SummedDay>,
  earlier: ReadonlyMap<Day, SummedDay>,
): CostSummary["days"] {
  const counterparts = daysFrom(previous.from, previous.to);
  return daysFrom(from, to).map((day, index) => {
    const counterpart = counterparts[index];
    return {
      day,
      total: dayTotal(now.get(day)),
      previous: counterpart === undefined ? undefined : dayTotal(earlier.get(counterpart)),
      provisional: !now.get(day)?.locked,
    };
  });
}

function bucket(span: BucketSpan, days: CostSummary["days"]): CostBucket {
  const inside = days.filter(({ day }) => day >= span.from && day <= span.to);
  return {
    ...span,
    total: sum(inside.map(({ total }) => total)),
    provisional: inside.some(({ provisional }) => provisional),
  };
}

function totalOf(days: ReadonlyMap<Day, SummedDay>): Decimal {
  return sum([...days.values()].map((day) => totalOfSum(day.sum)));
}

function dayTotal(day: SummedDay | undefined): Decimal {
  return day ? totalOfSum(day.sum) : new Credits(0);
}

/** A run of days that is shown as one, with its label. */
export interface BucketSpan extends DaySpan {
  label: string;
}

// A chart with more bars is hard to read.
const mostDays = 45;
const mostDaysInWeeks = 180;

/** Cuts a span for charts: into days up to 45 days, into weeks from Monday up to 180 days, and into months beyond. */
export function bucketsOf(span: DaySpan): BucketSpan[] {
  const count = countDays(span.from, span.to);
  if (count <= mostDays) return cut(span, (day) => day, shortDays);
  if (count <= mostDaysInWeeks) return cut(span, (day) => endOf("week", day), shortDays);
  return cut(
    span,
    (day) => endOf("month", day),
    ({ from }) => humanMonth(from),
  );
}

function cut(
  { from, to }: DaySpan,
  lastDayOf: (day: Day) => Day,
  labelOf: (span: DaySpan) => string,
): BucketSpan[] {
  const buckets: BucketSpan[] = [];
  for (let day = from; day <= to;) {
    const span = { from: day, to: earlier(lastDayOf(day), to) };
    buckets.push({ ...span, label: labelOf(span) });
    day = addDays(span.to, 1);
  }
  return buckets;
}

function shortDays({ from, to }: DaySpan): string {
  return daysInRuns(daysFrom(from, to));
}
