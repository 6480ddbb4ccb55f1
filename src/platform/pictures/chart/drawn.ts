import type { ChartFacts } from "../facts.ts";
import { drawableText } from "../text.ts";

/** One colour of the picture, with one finite amount for each bucket. */
interface DrawnPart {
  name: string;
  color: string;
  amounts: readonly number[];
}

/** A chart with few enough parts to tell apart, and drawable texts. */
export interface DrawnChart {
  title: string;
  /** With the sums of the amounts above and below zero. */
  buckets: readonly { label: string; provisional: boolean; above: number; below: number }[];
  /** From the bottom of the stack to its top. */
  parts: readonly DrawnPart[];
}

// Okabe and Ito's colours. They differ for every kind of colour blindness, and light ones are next to dark ones.
const colors = ["#0072B2", "#E69F00", "#009E73", "#56B4E9", "#D55E00", "#CC79A7", "#3D4451"];
const othersColor = "#A6ACB5";

/** Larger amounts are drawn as this, so that their sums stay finite. */
const largest = 1e15;

/** Prepares a chart: the largest parts alone, and the rest together as "Others". */
export function drawnChart({ title, by, buckets, series }: ChartFacts): DrawnChart {
  const parts = partsOf(series, by, buckets.length);
  return {
    title: drawableText(title),
    parts,
    buckets: buckets.map(({ label, provisional }, index) => {
      const amounts = parts.map((part) => part.amounts[index] ?? 0);
      return {
        label: drawableText(label),
        provisional,
        above: total(amounts.filter((amount) => amount > 0)),
        below: total(amounts.filter((amount) => amount < 0)),
      };
    }),
  };
}

function partsOf(series: ChartFacts["series"], by: ChartFacts["by"], buckets: number): DrawnPart[] {
  const ranked = series
    .map(({ name, amounts }, index) => ({
      // A name without a drawable letter becomes a number, in the order of the table beside the picture.
      name: drawableText(name, `${by === "service" ? "Service" : "Metric"} ${index + 1}`),
      amounts: finiteAmounts(amounts, buckets),
    }))
    .map((part) => ({ ...part, size: total(part.amounts.map(Math.abs)) }))
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size);
  const alone = ranked.length > colors.length ? ranked.slice(0, colors.length - 1) : ranked;
  const others = ranked.slice(alone.length);
  const shown = alone.map(({ name, amounts }, index) => ({
    name,
    amounts,
    color: colors[index] ?? othersColor,
  }));
  return others.length === 0 ? shown : [...shown, together(others, buckets)];
}

function together(others: readonly { amounts: readonly number[] }[], buckets: number): DrawnPart {
  const amounts = Array.from({ length: buckets }, (_, index) =>
    total(others.map((other) => other.amounts[index] ?? 0)),
  );
  return { name: `Others (${others.length})`, color: othersColor, amounts };
}

function finiteAmounts(amounts: readonly number[], buckets: number): number[] {
  return Array.from({ length: buckets }, (_, index) => {
    const amount = amounts[index] ?? 0;
    return Number.isNaN(amount) ? 0 : Math.max(-largest, Math.min(largest, amount));
  });
}

function total(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
