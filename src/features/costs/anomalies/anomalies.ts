import type { Decimal } from "decimal.js";
import { type Day, addDays, weekdayOf } from "../../../lib/day.ts";
import { Credits } from "../../../lib/money.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";

/** One part of a day's costs: a service (or warehouse), or a metric. */
export interface DayPart {
  kind: "service" | "metric";
  id: string;
  name: string;
  amount: Decimal;
}

/** The final costs of a day. */
export interface DayAmounts {
  day: Day;
  total: Decimal;
  parts: readonly DayPart[];
  /** True if a person said that these costs were expected. */
  expected?: boolean;
}

/** A day that cost unusually much, or nearly nothing where there usually is something. */
export interface UnusualDay {
  day: Day;
  direction: "up" | "down";
  total: Decimal;
  /** The usual costs of this weekday. */
  usual: Decimal;
  /** How far from `usual` a day may be without being unusual. */
  tolerance: Decimal;
  /** The parts that explain it, the largest difference first. */
  movers: Mover[];
}

/** How many days define what is usual, and the fewest that are enough. */
const baselineDays = 28;
const leastDays = 14;

// Five standard deviations: for a normal distribution, one is 1.4826 times the median distance.
const tolerableDistances = 5 * 1.4826;
/** Smaller changes of even costs, and small sums, are not worth a message. */
const tolerableShare = "0.3";
const tolerableCredits = 2;
/** The largest share of the usual that counts as nearly nothing. */
const nearlyNothing = "0.1";

/** An unusual day continues one that is at most this much earlier; a weekend may lie between. */
const goesOnWithinDays = 3;

/**
 * Judges a final day by the 28 final days before it, given in any order: by the median of its weekday, and by how far
 * days usually are from theirs. Undefined if the day is usual, or if fewer than 14 days are known since costs began.
 * Expected days do not count.
 */
export function judgeDay(judged: DayAmounts, days: readonly DayAmounts[]): UnusualDay | undefined {
  const baseline = baselineOf(judged.day, days);
  if (baseline.length < leastDays) return undefined;
  const { day, total } = judged;
  for (const [direction, middle] of [
    ["up", "upper"],
    ["down", "lower"],
  ] as const) {
    const usual = typicalFor(day, baseline, { amountOf, middle });
    const tolerance = toleranceOf(usual, baseline);
    const excess = total.minus(usual);
    const isUnusual =
      direction === "up"
        ? excess.gt(tolerance)
        : excess.neg().gt(tolerance) && total.lte(usual.times(nearlyNothing));
    if (isUnusual)
      return { day, direction, total, usual, tolerance, movers: moversOf(judged, baseline, excess) };
  }
  return undefined;
}

/**
 * Judges a day like `judgeDay`, to announce it. Also undefined for a day that only continues an unusual day of the three
 * days before it, not earlier than `since`, unless it is much further from the usual.
 */
export function newlyUnusual(
  judged: DayAmounts,
  days: readonly DayAmounts[],
  since: Day,
): UnusualDay | undefined {
  const unusual = judgeDay(judged, days);
  if (!unusual) return undefined;
  const first = addDays(judged.day, -goesOnWithinDays);
  const begun = days
    .filter(({ day }) => day >= first && day >= since && day < judged.day)
    .map((day) => judgeDay(day, days));
  const goesOn = begun.some(
    (before) =>
      before?.direction === unusual.direction &&
      distanceOf(unusual).minus(distanceOf(before)).lte(unusual.tolerance),
  );
  return goesOn ? undefined : unusual;
}

/** How many days before a range have to be known to judge its days. */
export const daysToJudge = baselineDays + goesOnWithinDays;

/** The days of a range that `newlyUnusual` finds among the final days before today. */
export function unusualIn(
  { from, to }: DaySpan,
  days: readonly (DayAmounts & { locked: boolean })[],
  today: Day,
): UnusualDay[] {
  const final = days.filter(({ day, locked }) => locked && day < today);
  return final
    .filter(({ day }) => day >= from && day <= to)
    .flatMap((day) => newlyUnusual(day, final, from) ?? []);
}

function baselineOf(before: Day, days: readonly DayAmounts[]): DayAmounts[] {
  const past = days.filter(({ day }) => day < before).toSorted((a, b) => (a.day < b.day ? -1 : 1));
  // Days before the first costs do not define what is usual.
  const begun = past.findIndex(({ total }) => !total.isZero());
  if (begun === -1) return [];
  return past
    .slice(begun)
    .filter(({ expected }) => expected !== true)
    .slice(-baselineDays);
}

function toleranceOf(usual: Decimal, baseline: readonly DayAmounts[]): Decimal {
  const distance = typicalDistance(baseline, amountOf).times(scaleOf(usual));
  return Credits.max(distance.times(tolerableDistances), usual.times(tolerableShare), tolerableCredits);
}

function amountOf({ total }: DayAmounts): Decimal {
  return total;
}

function distanceOf({ total, usual }: UnusualDay): Decimal {
  return total.minus(usual).abs();
}

/** A part that explains an unusual day, with its usual costs on this weekday. */
export interface Mover {
  kind: DayPart["kind"];
  name: string;
  amount: Decimal;
  usual: Decimal;
}

/** More parts would not help a reader. */
const mostOfAKind = 3;
/** A part explains a day only if it moved by this share of the whole. */
const leastShare = "0.1";

/** The parts that moved a day by `excess` from the usual of `baseline`, in the same direction; the largest difference first. */
function moversOf(judged: DayAmounts, baseline: readonly DayAmounts[], excess: Decimal): Mover[] {
  const sign = excess.lt(0) ? -1 : 1;
  const middle = excess.lt(0) ? "lower" : "upper";
  const least = excess.abs().times(leastShare);
  const moved = partsOf([judged, ...baseline])
    .map(({ kind, id, name }) => {
      const amountOf = (day: DayAmounts) => amountIn(day, kind, id);
      const [amount, usual] = [amountOf(judged), typicalFor(judged.day, baseline, { amountOf, middle })];
      return { mover: { kind, name, amount, usual }, by: amount.minus(usual).times(sign) };
    })
    .filter(({ by }) => by.gt(0) && by.gte(least))
    .toSorted((a, b) => b.by.comparedTo(a.by) || a.mover.name.localeCompare(b.mover.name, "en"))
    .map(({ mover }) => mover);
  return (["service", "metric"] as const).flatMap((kind) =>
    moved.filter((mover) => mover.kind === kind).slice(0, mostOfAKind),
  );
}

/** Every part of any of the days once, with its name on the first day that has it. */
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

/** Which of two middle amounts counts. Choose the one that makes fewer days unusual. */
type Middle = "upper" | "lower";

/** The median of the amounts on the same weekday, or of all amounts if there is none; 0 for no days. */
function typicalFor<D extends { day: Day }>(
  day: Day,
  days: readonly D[],
  { amountOf, middle }: { amountOf: (day: D) => Decimal; middle: Middle },
): Decimal {
  const alike = days.filter((other) => weekdayOf(other.day) === weekdayOf(day));
  return median((alike.length === 0 ? days : alike).map(amountOf))[middle];
}

/**
 * The median distance of days from the median of their weekday, as a share of that median. So cheap weekdays are not
 * measured by expensive ones.
 */
function typicalDistance<D extends { day: Day }>(days: readonly D[], amountOf: (day: D) => Decimal): Decimal {
  const byWeekday = Map.groupBy(days, ({ day }) => weekdayOf(day));
  const distances = [...byWeekday.values()].flatMap((alike) => {
    const amounts = alike.map(amountOf);
    const { lower, upper } = median(amounts);
    const middle = lower.plus(upper).div(2);
    return amounts.map((amount) => amount.minus(middle).abs().div(scaleOf(middle)));
  });
  return median(distances).upper;
}

/** The amount to divide a distance by: at least 1 credit, so cheap weekdays do not exaggerate. */
function scaleOf(amount: Decimal): Decimal {
  return Credits.max(amount, 1);
}

/** The two middle amounts, which are equal for an odd count; 0 for no amounts. */
function median(amounts: readonly Decimal[]): Record<Middle, Decimal> {
  const sorted = amounts.toSorted((a, b) => a.comparedTo(b));
  const upper = sorted[Math.floor(sorted.length / 2)] ?? new Credits(0);
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? upper;
  return { lower, upper };
}
