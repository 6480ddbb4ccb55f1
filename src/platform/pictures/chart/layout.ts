import type { ChartBucket, ChartFacts } from "../facts.ts";
import { type Box, edgePx, picture, titlePx } from "../svg.ts";
import { fitText, textWidthPx, wrappedText } from "../text.ts";
import type { DrawnChart } from "./drawn.ts";

/** The height of every chart. */
export const chartHeightPx = 400;

/** Font sizes that stay legible when Slack shows the picture at half its width. */
export const fontPx = { axis: 17, legend: 17, total: 16 } as const;

/** Between the chart and its legend. */
export const legendGapPx = 24;

const legendSymbolPx = 28;
/** The height of one line of the legend. */
export const legendRowPx = 25;
/** The legend may be as wide as its names, as long as the bars keep this much. */
const leastPlotPx = 340;
const leastBandPx = 13;
const mostLines = 2;
const headerPx = 58;
const totalsPx = 22;
const labelsPx = 28;
// The longest name of a bar, as in "Sep 2026".
const longestLabelPx = 100;

/** The parts of a chart in px, and its texts, cut to fit. */
export interface Layout {
  title: string;
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
  /** The lines of each part's name, from the bottom of the stack to its top. */
  legendNames: string[][];
  barWidthPx: number;
  /** The width of the ground under a provisional bar. */
  groundWidthPx: number;
}

/** Lays a chart out. No text overlaps another. */
export function layoutOf(chart: DrawnChart): Layout {
  const { title, buckets, parts } = chart;
  const axis = valueAxis(
    Math.min(...buckets.map(({ below }) => below), 0),
    Math.max(...buckets.map(({ above }) => above), 0),
  );
  const tickLabels = axis.ticks.map(compactNumber);
  const leftPx = edgePx + Math.ceil(widest(tickLabels, fontPx.axis)) + 8;
  const innerPx = picture.widthPx - leftPx - legendGapPx - legendSymbolPx - edgePx;
  const heightPx = chartHeightPx - headerPx - totalsPx - labelsPx - edgePx;
  const marks = marksOf(chart).map(({ name }) => name);
  const legendNames = namesWithin(
    parts.map(({ name }) => name),
    innerPx - Math.max(leastPlotPx, leastBandPx * buckets.length),
    Math.floor((heightPx + labelsPx) / legendRowPx) - marks.length,
  );
  const plot = {
    leftPx,
    topPx: headerPx + totalsPx,
    widthPx: innerPx - Math.ceil(widest([...legendNames.flat(), ...marks], fontPx.legend)),
    heightPx,
  };
  const bandPx = plot.widthPx / Math.max(1, buckets.length);
  return {
    title: fitText(title, picture.widthPx - 2 * edgePx, titlePx, 0),
    plot,
    x: (bucket) => (bucket + 0.5) * bandPx,
    y: (amount) => plot.heightPx * (1 - (amount - axis.from) / (axis.to - axis.from)),
    axis,
    tickLabels,
    bucketLabels: spread(
      buckets.map(({ label }) => fitText(label, Math.max(bandPx - 10, longestLabelPx), fontPx.axis)),
      bandPx,
    ),
    totalLabels: fitting(
      buckets.map(({ above, below }) => compactNumber(above + below)),
      bandPx,
    ),
    legendNames,
    barWidthPx: Math.max(1, Math.min(72, bandPx * 0.76)),
    groundWidthPx: Math.min(160, bandPx),
  };
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

/** Names in full, in two lines if that is all they need, or cut in their middle. All together have at most `rows` lines. */
function namesWithin(names: readonly string[], widthPx: number, rows: number): string[][] {
  const inLines = names.map((name) => wrappedText(name, widthPx, fontPx.legend, mostLines));
  return inLines.flat().length <= rows
    ? inLines
    : names.map((name) => [fitText(name, widthPx, fontPx.legend)]);
}

/** Keeps every nth label, so none touches another. The others are empty. */
function spread(labels: readonly string[], bandPx: number): string[] {
  const every = Math.max(1, Math.ceil((widest(labels, fontPx.axis) + 14) / bandPx));
  return labels.map((label, index) => (index % every === 0 ? label : ""));
}

function fitting(labels: string[], bandPx: number): string[] | undefined {
  return widest(labels, fontPx.total) + 8 <= bandPx ? labels : undefined;
}

function widest(texts: readonly string[], fontSizePx: number): number {
  return Math.max(0, ...texts.map((text) => textWidthPx(text, fontSizePx)));
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

/** An axis that holds zero and both bounds, with two to six lines at round numbers. */
export function valueAxis(least: number, most: number): ValueAxis {
  const low = Math.min(0, least);
  const high = Math.max(0, most);
  if (low === high) return { from: 0, to: 1, ticks: [0] };
  const step = niceStep((high - low) / 5);
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

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 });

/** A number in few characters: "0", "12.5", "1.23k", "4.5M". */
function compactNumber(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 0.001 || size >= 1e15) return Number(value.toPrecision(2)).toExponential();
  return compact.format(value).replace("K", "k");
}
