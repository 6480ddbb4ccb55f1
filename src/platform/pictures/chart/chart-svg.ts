import { View, parse } from "vega";
import { compile } from "vega-lite";
import type { ChartFacts } from "./chart-facts.ts";
import { chartSpec } from "./chart-spec.ts";
import { drawnChart } from "./drawn-chart.ts";
import { layoutOf } from "./layout.ts";
import { framed } from "./chart-frame.ts";

/** The chart as an SVG of one width and height, whatever its facts are. */
export async function chartSvg(facts: ChartFacts): Promise<string> {
  const chart = drawnChart(facts);
  const layout = layoutOf(chart);
  const view = new View(parse(compile(chartSpec(chart, layout)).spec), { renderer: "none" });
  try {
    return framed(await view.toSVG(), chart, layout);
  } finally {
    view.finalize();
  }
}
