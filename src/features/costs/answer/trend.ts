import type { Decimal } from "decimal.js";
import { type Day, countDays, startOf } from "../../../lib/day.ts";
import type { CostBucket } from "../summary.ts";

/** The course of costs: a row of small bars, and a word if there are enough points. */
interface Trend {
  bars: string;
  word?: "rising" | "falling" | "steady" | "up and down";
}

// One bar shows no course, and more than 12 do not fit into a cell. A word needs one point more.
const leastBars = 2;
const leastPoints = 3;
const mostBars = 12;
const daysAWeek = 7;
const workingDays = 5;
// Without the full block, which would touch the line above.
const levels = ["▁", "▂", "▃", "▄", "▅", "▆", "▇"];
/** Bars span at least this share of the size. */
const leastHeight = 0.5;

/** Smaller changes count as steady. */
const noticeable = 0.1;
/** The least share of pairs of points that agree on a direction, minus those that do not. */
const agreement = 0.5;

/** The trend of a part's amounts, one for each bucket; undefined for too few points. `today` is not complete. */
export function trendOf(
  amounts: readonly Decimal[],
  buckets: readonly CostBucket[],
  today?: Day,
): Trend | undefined {
  const points = buckets.flatMap(({ from, to }, index) =>
    // An incomplete day would seem like a fall. A week or month counts by its mean day, because it may be incomplete too.
    from === today ? [] : [{ from, amount: (amounts[index]?.toNumber() ?? 0) / countDays(from, to) }],
  );
  if (points.length < leastBars || points.every(({ amount }) => amount <= 0)) return undefined;
  const isDaily = buckets.every(({ from, to }) => from === to);
  if (!isDaily) return seen(points, points.length >= leastPoints ? points : []);
  const weeks = byWeeks(points);
  if (weeks.length > 1) return seen(weeks, weeks);
  // The word ignores weekends: they are not a fall, and Mondays are not a rise.
  const working = points.filter(({ from }) => !isWeekend(from));
  return seen(points, working.length >= leastPoints ? working : []);
}

interface Point {
  amount: number;
}

/** The points as bars, with a word for the judged ones. */
function seen(points: readonly Point[], judged: readonly Point[]): Trend {
  const bars = barsOf(points.map(({ amount }) => amount));
  return judged.length === 0 ? { bars } : { bars, word: wordOf(judged.map(({ amount }) => amount)) };
}

function isWeekend(day: Day): boolean {
  return countDays(startOf("week", day), day) > workingDays;
}

/** The means of whole weeks up to the last day. */
function byWeeks(days: readonly Point[]): Point[] {
  const weeks = Math.floor(days.length / daysAWeek);
  const whole = days.slice(days.length - weeks * daysAWeek).map(({ amount }) => amount);
  return chunks(whole, weeks).map((week) => ({ amount: mean(week) }));
}

function wordOf(points: readonly number[]): NonNullable<Trend["word"]> {
  const [first = 0, last = 0] = [points[0], points.at(-1)];
  const spread = Math.max(...points) - Math.min(...points);
  const size = Math.max(...points.map(Math.abs));
  if (spread <= noticeable * size) return "steady";
  const direction = directionOf(points);
  const isMoved = Math.abs(last - first) > noticeable * size;
  if (!isMoved || Math.abs(direction) < agreement) return "up and down";
  return direction > 0 ? "rising" : "falling";
}

/** 1 if every later point is higher than every earlier one, -1 if it is lower (Kendall's tau). */
function directionOf(points: readonly number[]): number {
  const signs = points.flatMap((point, index) =>
    points.slice(index + 1).map((later) => Math.sign(later - point)),
  );
  return mean(signs);
}

/** Bars around the middle, so that steady costs look level and small changes look small. */
function barsOf(points: readonly number[]): string {
  const shown = chunks(points, Math.min(mostBars, points.length)).map(mean);
  const [least, most] = [Math.min(...shown), Math.max(...shown)];
  const height = Math.max(most - least, leastHeight * Math.max(Math.abs(most), Math.abs(least)));
  const middle = (most + least) / 2;
  const top = levels.length - 1;
  return shown.map((point) => levels[Math.round(((point - middle) / height + 0.5) * top)]).join("");
}

/** The points in `count` runs of about the same length. */
function chunks(points: readonly number[], count: number): number[][] {
  return Array.from({ length: count }, (_, index) =>
    points.slice(
      Math.floor((index * points.length) / count),
      Math.floor(((index + 1) * points.length) / count),
    ),
  );
}

function mean(points: readonly number[]): number {
  return points.reduce((sum, point) => sum + point, 0) / Math.max(1, points.length);
}
