import type { TopLevelSpec } from "vega-lite";
import type { DrawnChart } from "./drawn.ts";
import { type Layout, fontPx, legendGapPx } from "./layout.ts";
import { chartSize } from "./facts.ts";

const ink = {
  name: "#1D1C1D",
  label: "#4A4E57",
  line: "#E4E6EA",
  total: "#1D1C1D",
  zero: "#9096A0",
  ground: "#F3F4F6",
};

/** The chart in vega-lite's words. Texts from elsewhere are data in it, never names of fields or expressions. */
export function chartSpec(chart: DrawnChart, layout: Layout): TopLevelSpec {
  const { plot, axis } = layout;
  const ticks = [...axis.ticks];
  return {
    width: plot.widthPx,
    height: plot.heightPx,
    autosize: "none",
    padding: {
      left: plot.leftPx,
      top: plot.topPx,
      right: chartSize.widthPx - plot.leftPx - plot.widthPx,
      bottom: chartSize.heightPx - plot.topPx - plot.heightPx,
    },
    params: [
      { name: "bucketLabels", value: layout.bucketLabels },
      { name: "legendNames", value: layout.legendNames },
      { name: "ticks", value: ticks },
      { name: "tickLabels", value: layout.tickLabels },
    ],
    encoding: {
      x: {
        field: "bucket",
        type: "ordinal",
        scale: { domain: chart.buckets.map((_, bucket) => bucket), padding: 0 },
        axis: { labelExpr: "bucketLabels[datum.value]", labelAngle: 0, labelOverlap: false },
      },
      y: {
        type: "quantitative",
        scale: { domain: [axis.from, axis.to], nice: false },
        axis: { values: ticks, labelExpr: "tickLabels[indexof(ticks, datum.value)]", grid: true },
      },
    },
    layer: chartLayers(chart, layout),
    config,
  };
}

const config: TopLevelSpec["config"] = {
  font: "Inter",
  aria: false,
  background: "transparent",
  view: { stroke: null },
  axis: {
    title: null,
    domain: false,
    ticks: false,
    gridColor: ink.line,
    labelColor: ink.label,
    labelFontSize: fontPx.axis,
    labelLimit: 0,
    labelPadding: 8,
  },
  legend: {
    title: null,
    labelColor: ink.name,
    labelFontSize: fontPx.legend,
    labelLimit: 0,
    labelOffset: 8,
    rowPadding: 9,
    symbolSize: 240,
    symbolType: "square",
    symbolStrokeWidth: 0,
  },
};

/** Fills that vega passes on by their names, and that the frame defines. */
const patterns = { stripes: "url(#stripes)", swatch: "url(#swatch)" } as const;

type Layer = Extract<TopLevelSpec, { layer: unknown }>["layer"][number];

/** What is drawn over each other, from the ground up. */
function chartLayers(chart: DrawnChart, layout: Layout): Layer[] {
  return [
    ground(chart, layout),
    bars(chart, layout),
    stripes(chart, layout),
    zeroLine,
    totals(chart, layout),
  ];
}

/** Grey under provisional bars, which shows them even where they cost nothing; its edge closes the seams. */
function ground({ buckets }: DrawnChart, { groundWidthPx, axis }: Layout): Layer {
  const values = buckets.flatMap(({ provisional }, bucket) =>
    provisional ? [{ bucket, from: axis.from, to: axis.to }] : [],
  );
  const color = { fill: ink.ground, stroke: ink.ground, strokeWidth: 1 };
  return {
    data: { values },
    mark: { type: "bar", width: groundWidthPx, ...color },
    encoding: { y: { field: "from" }, y2: { field: "to" } },
  };
}

function bars({ parts, buckets }: DrawnChart, { plot, barWidthPx }: Layout): Layer {
  const values = parts.flatMap(({ amounts }, part) =>
    amounts.map((amount, bucket) => ({ bucket, part, amount })),
  );
  // The legend reads as the stack does, and ends with what stripes mean.
  const entries = parts.map(({ color }, part) => ({ part, color })).toReversed();
  if (buckets.some(({ provisional }) => provisional)) {
    entries.push({ part: parts.length, color: patterns.swatch });
  }
  return {
    data: { values },
    mark: { type: "bar", width: barWidthPx, stroke: "white", strokeWidth: barWidthPx > 5 ? 1 : 0.5 },
    encoding: {
      y: { field: "amount", stack: "zero" },
      order: { field: "part", type: "quantitative" },
      color: {
        field: "part",
        type: "nominal",
        scale: { domain: entries.map(({ part }) => part), range: entries.map(({ color }) => color) },
        legend: {
          labelExpr: "legendNames[datum.value]",
          orient: "none",
          legendX: plot.widthPx + legendGapPx,
          legendY: 0,
        },
      },
    },
  };
}

/** White over provisional bars, through which their colours are seen. */
function stripes({ buckets }: DrawnChart, { barWidthPx }: Layout): Layer {
  const values = buckets.flatMap(({ provisional, above, below }, bucket) =>
    provisional ? [{ bucket, above, below }] : [],
  );
  return {
    data: { values },
    mark: { type: "bar", width: barWidthPx, fill: patterns.stripes },
    encoding: { y: { field: "below" }, y2: { field: "above" } },
  };
}

const zeroLine: Layer = {
  data: { values: [{}] },
  mark: { type: "rule", stroke: ink.zero },
  encoding: { x: { value: 0 }, x2: { value: "width" }, y: { datum: 0 } },
};

function totals({ buckets }: DrawnChart, { totalLabels = [] }: Layout): Layer {
  const values = totalLabels.map((total, bucket) => ({ bucket, total, above: buckets[bucket]?.above ?? 0 }));
  return {
    data: { values },
    mark: { type: "text", dy: -10, fontSize: fontPx.total, fontWeight: 600, fill: ink.total },
    encoding: { y: { field: "above" }, text: { field: "total", type: "nominal" } },
  };
}
