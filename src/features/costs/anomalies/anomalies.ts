import type { Decimal } from "decimal.js";
import { type Day, addDays } from "../../../lib/day.ts";
import { Credits } from "../../../lib/money.ts";
import { scaleOf, typicalDistance, typicalFor } from "./typical.ts";

/** A part of what a day cost: a service (or warehouse), or a metric. */
export interface DayPart {
  kind: "service" | "metric";
  id: string;
  name: string;
  amount: Decimal;
}

/** What a day cost that does not change any more. */
export interface DayAmounts {
  day: Day;
  total: Decimal;
  parts: readonly DayPart[];
  /** True where somebody said that what it cost was expected. */
  expected?: boolean;
}

/** A day that cost unusually much, or nearly nothing where there usually is something. */
export interface UnusualDay {
  day: Day;
  direction: "up" | "down";
  total: Decimal;
  /** What such a weekday usually costs. */
  usual: Decimal;
  /** How far from the usual a day may be without being unusual. */
  tolerance: Decimal;
  /** What explains it, the largest difference first. */
  movers: Mover[];
}

/** How many days say what is usual, and how few are enough. */
const baselineDays = 28;
const leastDays = 14;

// Five standard deviations, as the median distance tells them for a normal spread.
const tolerableDistances = 5 * 1.4826;
/** Nobody wants to hear of less: of small changes of an even cost, and of small sums. */
const tolerableShare = "0.3";
const tolerableCredits = 2;
/** At most so much of the usual is nearly nothing. */
const nearlyNothing = "0.1";

/** What began in so few days before goes on; a weekend may lie between. */
const goesOnWithinDays = 3;

/**
 * Judges a settled day by the 28 settled ones before it, in any order: by the median of its weekday, and by how far days
 * usually are from theirs. Undefined where it is as usual, or where fewer than 14 days with costs tell what that is. Days
 * that were expected are no measure for others.
 */
export function judgeDay(judged: DayAmounts, days: readonly DayAmounts[]): UnusualDay | undefined {
  const baseline = baselineOf(judged.day, days);
  if (baseline.length < leastDays) return undefined;
  return judgeUp(judged, baseline) ?? judgeDown(judged, baseline);
}

function judgeUp(judged: DayAmounts, baseline: readonly DayAmounts[]): UnusualDay | undefined {
  const usual = typicalFor(judged.day, baseline, { amountOf, middle: "upper" });
  const tolerance = toleranceOf(usual, baseline);
  return judged.total.minus(usual).gt(tolerance)
    ? found("up", { judged, baseline, usual, tolerance })
    : undefined;
}

function judgeDown(judged: DayAmounts, baseline: readonly DayAmounts[]): UnusualDay | undefined {
  const usual = typicalFor(judged.day, baseline, { amountOf, middle: "lower" });
  const tolerance = toleranceOf(usual, baseline);
  if (usual.minus(judged.total).lte(tolerance) || judged.total.gt(usual.times(nearlyNothing)))
    return undefined;
  return found("down", { judged, baseline, usual, tolerance });
}

interface Finding extends Pick<UnusualDay, "usual" | "tolerance"> {
  judged: DayAmounts;
  baseline: readonly DayAmounts[];
}

function found(
  direction: UnusualDay["direction"],
  { judged, baseline, usual, tolerance }: Finding,
): UnusualDay {
  const movers = moversOf(judged, baseline, judged.total.minus(usual));
  return { day: judged.day, direction, total: judged.total, usual, tolerance, movers };
}

/**
 * The same for telling: undefined as well for a day that only goes on with what began in the three days before it, none
 * of them before `since`, and is not much further from the usual than they were.
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
  return begun.some((before) => before && goesOn(before, unusual)) ? undefined : unusual;
}

function baselineOf(before: Day, days: readonly DayAmounts[]): DayAmounts[] {
  const past = days.filter(({ day }) => day < before).toSorted((a, b) => (a.day < b.day ? -1 : 1));
  // Days before anything was there say nothing of what is usual.
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

function goesOn(before: UnusualDay, unusual: UnusualDay): boolean {
  if (before.direction !== unusual.direction) return false;
  const further = distanceOf(unusual).minus(distanceOf(before));
  return further.lte(unusual.tolerance);
}

function distanceOf({ total, usual }: UnusualDay): Decimal {
  return total.minus(usual).abs();
}

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
function moversOf(judged: DayAmounts, baseline: readonly DayAmounts[], excess: Decimal): Mover[] {
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
