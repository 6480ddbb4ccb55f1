import { compactNumber } from "./compact-number.ts";
import { fitText, textWidthPx } from "../drawable-text.ts";
import type { DrawnChart } from "./drawn-chart.ts";
import { chartSize } from "./chart-size.ts";
import { type ValueAxis, valueAxis } from "./value-axis.ts";

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
