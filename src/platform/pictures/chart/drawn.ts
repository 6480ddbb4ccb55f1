import { capital } from "../../../lib/text.ts";
import type { ChartBucket, ChartFacts, ChartSeries } from "../facts.ts";
import { chartColors } from "../svg.ts";
import { drawableText } from "../text.ts";

/** One colour of the picture, with one finite amount for each bucket. */
interface DrawnPart {
  name: string;
  color: string;
  amounts: readonly number[];
}

/** A bar, with the sums of its amounts above and below zero. */
interface DrawnBucket extends Pick<ChartBucket, "label" | "provisional" | "partial"> {
  above: number;
  below: number;
}

/** A chart with few enough parts to tell apart, and drawable texts. */
export interface DrawnChart {
  title: string;
  about: string;
  /** What one bar stands for. */
  unit: ChartFacts["unit"];
  buckets: readonly DrawnBucket[];
  /** From the bottom of the stack to its top. */
  parts: readonly DrawnPart[];
}

/** The most parts with a colour each. More cannot be told apart. */
export const mostParts = 7;

/** Larger amounts are drawn as this, so their sums stay finite. */
const largest = 1e15;
/** Smaller ones are drawn as nothing. */
const least = 1e-15;

/** Prepares a chart: the largest parts alone, and the rest together as "Others". */
export function drawnChart({ title, about, by, unit, buckets, series }: ChartFacts): DrawnChart {
  const parts = partsOf(series, by, buckets.length);
  return {
    title: drawableText(title),
    about: drawableText(about, " "),
    unit,
    parts,
    buckets: buckets.map(({ label, provisional, partial }, index) => {
      const amounts = parts.map((part) => part.amounts[index] ?? 0);
      return {
        label: drawableText(label),
        provisional,
        partial,
        above: total(amounts.filter((amount) => amount > 0)),
        below: total(amounts.filter((amount) => amount < 0)),
      };
    }),
  };
}

function partsOf(series: ChartFacts["series"], by: ChartFacts["by"], buckets: number): DrawnPart[] {
  const ranked = series
    .map(({ name, color, amounts }, index) => ({
      color,
      // A name without a drawable letter becomes a number, in the order of the table beside the picture.
      name: drawableText(name, `${capital(by)} ${index + 1}`),
      amounts: finiteAmounts(amounts, buckets),
    }))
    .map((part) => ({ ...part, size: total(part.amounts.map(Math.abs)) }))
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size);
  const alone = ranked.length > mostParts ? ranked.slice(0, mostParts - 1) : ranked;
  const others = ranked.slice(alone.length);
  const colors = differentColors(alone);
  const shown = alone.map(({ name, amounts }, index) => ({
    name,
    amounts,
    color: colors[index] ?? chartColors.others,
  }));
  return others.length === 0 ? shown : [...shown, together(others, buckets)];
}

/** Each part's own colour. If a larger part has the same one, the next that is free in this picture. */
function differentColors(parts: readonly Pick<ChartSeries, "color">[]): string[] {
  const { parts: palette } = chartColors;
  const taken = new Set<number>();
  return parts.map(({ color }, rank) => {
    let index = (color ?? rank) % palette.length;
    while (taken.has(index)) index = (index + 1) % palette.length;
    taken.add(index);
    return palette[index] ?? chartColors.others;
  });
}

function together(others: readonly { amounts: readonly number[] }[], buckets: number): DrawnPart {
  const amounts = Array.from({ length: buckets }, (_, index) =>
    total(others.map((other) => other.amounts[index] ?? 0)),
  );
  return { name: `Others (${others.length})`, color: chartColors.others, amounts };
}

function finiteAmounts(amounts: readonly number[], buckets: number): number[] {
  return Array.from({ length: buckets }, (_, index) => {
    const amount = amounts[index] ?? 0;
    // What is nearer to zero can't be divided into steps.
    if (Number.isNaN(amount) || Math.abs(amount) < least) return 0;
    return Math.max(-largest, Math.min(largest, amount));
  });
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
