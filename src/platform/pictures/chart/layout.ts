import { fitText, textWidthPx } from "../drawable-text.ts";
import type { DrawnChart } from "./drawn.ts";
import { chartSize } from "./facts.ts";

/** Sizes of letters, large enough to be read where Slack shows the picture at half its width. */
export const fontPx = { title: 23, axis: 17, legend: 17, total: 16 } as const;

const edgePx = 24;
/** Between the chart and its legend. */
export const legendGapPx = 24;

const legendSymbolPx = 28;
const legendNamePx = 184;
const headerPx = 58;
const totalsPx = 22;
const labelsPx = 28;
// The longest name of a week, as in "26 May to 1 Jun".
const longestLabelPx = 140;

/** Where everything stands, and what of the texts fits there. */
export interface Layout {
  title: string;
  /** The inside of the chart, between its axes. */
  plot: { leftPx: number; topPx: number; widthPx: number; heightPx: number };
  axis: ValueAxis;
  /** One for each tick. */
  tickLabels: string[];
  /** One for each bucket; empty where there is no room to say it. */
  bucketLabels: string[];
  /** One for each bucket, or undefined where they would not all fit. */
  totalLabels: string[] | undefined;
  /** One for each part, from the bottom of the stack to its top, and the word for what is provisional. */
  legendNames: string[];
  barWidthPx: number;
  /** Of the ground under a provisional bar. */
  groundWidthPx: number;
}

/** Lays a chart out; every text is cut to its room, and none overlaps another. */
export function layoutOf({ title, buckets, parts }: DrawnChart): Layout {
  const axis = valueAxis(
    Math.min(...buckets.map(({ below }) => below), 0),
    Math.max(...buckets.map(({ above }) => above), 0),
  );
  const tickLabels = axis.ticks.map(compactNumber);
  const legendNames = [...parts.map(({ name }) => name), "Provisional"].map((name) =>
    fitText(name, legendNamePx, fontPx.legend),
  );
  const leftPx = edgePx + Math.ceil(widest(tickLabels, fontPx.axis)) + 8;
  const legendPx = legendSymbolPx + Math.ceil(widest(legendNames, fontPx.legend));
  const plot = {
    leftPx,
    topPx: headerPx + totalsPx,
    widthPx: chartSize.widthPx - leftPx - legendGapPx - legendPx - edgePx,
    heightPx: chartSize.heightPx - headerPx - totalsPx - labelsPx - edgePx,
  };
  const bandPx = plot.widthPx / Math.max(1, buckets.length);
  return {
    title: fitText(title, chartSize.widthPx - 2 * edgePx, fontPx.title, 0),
    plot,
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

/** As many labels, evenly apart, as have room beside each other; the others are empty. */
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

/** A scale for amounts: where it begins and ends, and where its lines are drawn. */
interface ValueAxis {
  from: number;
  to: number;
  ticks: readonly number[];
}

/** 0.3 / 0.1 is a little less than 3 in binary, and still 3 to readers. */
const rounding = 1e-9;

/** The distances between lines that people read easily, each times a power of ten. */
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
  // Nothing is lost above the last line, where every bar tells its own height; below zero a line must be seen.
  return { from: timesStep(first, step), to: high, ticks };
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const nice = niceSteps.find((step) => step * power >= least * (1 - rounding)) ?? 10;
  return nice * power;
}

/** 3 times 0.1 is 0.3 here: lines are labelled with these numbers. */
function timesStep(count: number, step: number): number {
  return Number((count * step).toPrecision(12));
}

const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumSignificantDigits: 3 });

/** A number in as few characters as a picture has room for: "0", "12.5", "1.23k", "4.5M". */
function compactNumber(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size < 0.001 || size >= 1e15) return Number(value.toPrecision(2)).toExponential();
  return compact.format(value).replace("K", "k");
}
