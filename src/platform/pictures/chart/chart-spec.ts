import type { TopLevelSpec } from "vega-lite";
import { chartLayers } from "./chart-layers.ts";
import type { DrawnChart } from "./drawn-chart.ts";
import { type Layout, fontPx } from "./layout.ts";
import { chartSize } from "./chart-size.ts";

const ink = { name: "#1D1C1D", label: "#4A4E57", line: "#E4E6EA" };

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
