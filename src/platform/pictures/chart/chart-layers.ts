import type { TopLevelSpec } from "vega-lite";
import type { DrawnChart } from "./drawn-chart.ts";
import { type Layout, fontPx, legendGapPx } from "./layout.ts";
import { patterns } from "./chart-frame.ts";

type Layer = Extract<TopLevelSpec, { layer: unknown }>["layer"][number];

const ink = { total: "#1D1C1D", zero: "#9096A0", ground: "#F3F4F6" };

/** What is drawn over each other, from the ground up. */
export function chartLayers(chart: DrawnChart, layout: Layout): Layer[] {
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
