import { lazily } from "../../../lib/cache.ts";
import type { ChartBucket, ChartFacts } from "../facts.ts";
import { type Box, edgePx, fontPx, picture, titlePx } from "../svg.ts";
import { fitText, textWidthPx } from "../text.ts";
import type { DrawnChart } from "./drawn.ts";

const headerPx = 90;
const totalsPx = 28;
const plotPx = 230;
const labelsPx = 46;

/** The height of one line of the legend. */
const legendRowPx = 33;
/** From the left of a symbol of the legend to its name. */
export const legendSymbolPx = 28;
const legendGapPx = 20;

/** The parts of a chart in px, and its texts, cut to fit. */
export interface Layout {
  heightPx: number;
  title: string;
  about: string;
  /** The area between the axes. */
  plot: Box;
  /** The middle of a bucket in the plot. */
  x: (bucket: number) => number;
  /** The height of an amount in the plot, from its top. */
  y: (amount: number) => number;
  axis: ValueAxis;
  /** One for each tick. */
  tickLabels: string[];
  /** One for each bucket; empty if it does not fit. */
  bucketLabels: string[];
  /** One for each bucket; undefined if not all fit. */
  totalLabels: string[] | undefined;
  /** The names of the parts and then of the marks, below the plot, each with the left and the middle of its line. */
  legend: LegendEntry[];
  barWidthPx: number;
  /** The width of the ground under a provisional bar. */
  groundWidthPx: number;
}

/** Lays a chart out. No text overlaps another. */
export function layoutOf(chart: DrawnChart): Layout {
  const { title, about, buckets, parts } = chart;
  const axis = valueAxis(
    Math.min(...buckets.map(({ below }) => below), 0),
    Math.max(...buckets.map(({ above }) => above), 0),
  );
  const tickLabels = axis.ticks.map(compactNumber);
  const leftPx = edgePx + Math.ceil(widest(tickLabels)) + 8;
  const topPx = headerPx + totalsPx;
  const plot = { leftPx, topPx, widthPx: picture.widthPx - leftPx - edgePx, heightPx: plotPx };
  const bandPx = plot.widthPx / Math.max(1, buckets.length);
  const legend = legendOf(
    [...parts, ...marksOf(chart)].map(({ name }) => name),
    topPx + plotPx + labelsPx,
  );
  const textPx = picture.widthPx - 2 * edgePx;
  return {
    heightPx: (legend.at(-1)?.middlePx ?? topPx + plotPx + labelsPx - legendRowPx / 2) + legendRowPx,
    title: fitText(title, textPx, titlePx, 0),
    about: fitText(about, textPx, fontPx),
    plot,
    x: (bucket) => (bucket + 0.5) * bandPx,
    y: (amount) => plotPx * (1 - (amount - axis.from) / (axis.to - axis.from)),
    axis,
    tickLabels,
    bucketLabels: spread(
      buckets.map(({ label }) => fitText(label, Math.max(bandPx - 10, longestLabelPx), fontPx)),
      bandPx,
      leftPx,
    ),
    totalLabels: fitting(
      buckets.map(({ above, below }) => compactNumber(above + below)),
      bandPx,
    ),
    legend,
    barWidthPx: Math.max(1, Math.min(72, bandPx * 0.76)),
    groundWidthPx: Math.min(160, bandPx),
  };
}

// The longest name of a bar, as in "Sep 2026".
const longestLabelPx = 130;

interface LegendEntry {
  name: string;
  leftPx: number;
  middlePx: number;
}

/** Two names in a line if both fit into half of it, or else one. A name that is longer than a line is cut. */
function legendOf(names: readonly string[], topPx: number): LegendEntry[] {
  const halfPx = picture.widthPx / 2 - edgePx;
  let half = 0;
  return names.map((name) => {
    const isWide = legendSymbolPx + textWidthPx(name, fontPx) + legendGapPx > halfPx;
    if (isWide) half += half % 2;
    const leftPx = edgePx + (half % 2) * halfPx;
    const middlePx = topPx + (Math.floor(half / 2) + 0.5) * legendRowPx;
    half += isWide ? 2 : 1;
    return { name: fitText(name, 2 * halfPx - legendSymbolPx, fontPx), leftPx, middlePx };
  });
}

/** How a bar is marked that shows less than the whole truth. */
interface Mark {
  kind: "provisional" | "partial";
  /** Its meaning, for the legend. */
  name: string;
}

/** The marks that a chart's bars have, as its legend explains them. */
export function marksOf({
  unit,
  buckets,
}: {
  unit: ChartFacts["unit"];
  buckets: readonly Pick<ChartBucket, "provisional" | "partial">[];
}): Mark[] {
  const isOpen = buckets.some(({ partial }) => partial === "open");
  const isCut = buckets.some(({ partial }) => partial === "cut");
  const partial = isOpen && !isCut ? "Not over yet" : `Part of a ${unit}`;
  return [
    ...(buckets.some(({ provisional }) => provisional)
      ? [{ kind: "provisional", name: "May still change" } as const]
      : []),
    ...(isOpen || isCut ? [{ kind: "partial", name: partial } as const] : []),
  ];
}

/** Keeps every nth label, so none touches another or the picture's edge. The others are empty. */
function spread(labels: readonly string[], bandPx: number, leftPx: number): string[] {
  const every = Math.max(1, Math.ceil((widest(labels) + 18) / bandPx));
  return labels.map((label, index) => {
    const middlePx = leftPx + (index + 0.5) * bandPx;
    const roomPx = Math.min(middlePx, picture.widthPx - middlePx);
    return index % every === 0 && textWidthPx(label, fontPx) / 2 <= roomPx ? label : "";
  });
}

function fitting(labels: string[], bandPx: number): string[] | undefined {
  return widest(labels) + 8 <= bandPx ? labels : undefined;
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => textWidthPx(text, fontPx)));
}

/** The range of amounts, and the amounts with a line. */
interface ValueAxis {
  from: number;
  to: number;
  ticks: readonly number[];
}

/** 0.3 / 0.1 is a little less than 3 in binary, and must count as 3. */
const rounding = 1e-9;

/** Distances between lines that are easy to read, each times a power of ten. */
const niceSteps = [1, 2, 2.5, 5, 10];

/** An axis that holds zero and both bounds, with two to five lines at round numbers. */
export function valueAxis(least: number, most: number): ValueAxis {
  const low = Math.min(0, least);
  const high = Math.max(0, most);
  if (low === high) return { from: 0, to: 1, ticks: [0] };
  const step = niceStep((high - low) / 4);
  const first = Math.floor(low / step + rounding);
  const last = Math.floor(high / step + rounding);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => timesStep(first + index, step));
  // A bar above the last line still has its total. Below zero, the last line must be visible.
  return { from: timesStep(first, step), to: high, ticks };
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const nice = niceSteps.find((step) => step * power >= least * (1 - rounding)) ?? 10;
  return nice * power;
}

/** 3 times 0.1 is 0.3 here, because these numbers are labels. */
function timesStep(count: number, step: number): number {
  return Number((count * step).toPrecision(12));
}

const made = lazily({
  compact: () => new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 }),
});

/** A number in few characters: "0", "12.5", "1.23k", "4.5M". */
function compactNumber(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 0.001 || size >= 1e15) return Number(value.toPrecision(2)).toExponential();
  return made.compact.format(value).replace("K", "k");
}
