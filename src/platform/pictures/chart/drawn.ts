import type { ChartFacts } from "./facts.ts";
import { drawableText } from "../drawable-text.ts";

/** One colour of the picture. */
interface DrawnPart {
  name: string;
  color: string;
  /** One for each bucket, every one of them a finite number. */
  amounts: readonly number[];
}

/** One bar of the picture: what stands above zero, what hangs below it, and both together. */
interface DrawnBucket {
  label: string;
  provisional: boolean;
  above: number;
  below: number;
}

/** What is drawn: as many parts as eyes can tell apart, with texts that any picture can show. */
export interface DrawnChart {
  title: string;
  buckets: readonly DrawnBucket[];
  /** From the bottom of the stack to its top. */
  parts: readonly DrawnPart[];
}

// Okabe and Ito's colours, which stay apart for every kind of colour blindness, with light next to dark ones.
const colors = ["#0072B2", "#E69F00", "#009E73", "#56B4E9", "#D55E00", "#CC79A7", "#3D4451"];
const othersColor = "#A6ACB5";

/** Amounts beyond this are drawn as this, so that sums of them and lines between them are numbers still. */
const largest = 1e15;

/** Prepares a chart: the largest parts by themselves, and the rest together as "Others". */
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
      // By its place where nothing of its name can be drawn: the table beside has the same order.
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
