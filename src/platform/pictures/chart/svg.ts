import { View, parse } from "vega";
import { compile } from "vega-lite";
import { type ChartFacts, chartSize } from "./facts.ts";
import { chartSpec } from "./spec.ts";
import { type DrawnChart, drawnChart } from "./drawn.ts";
import { type Layout, fontPx, layoutOf } from "./layout.ts";
import { escaped } from "../svg.ts";

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

const definitions = `
<pattern id="stripes" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="7" height="7" fill="#fff" fill-opacity="0.25"/><rect width="3" height="7" fill="#fff" fill-opacity="0.6"/>
</pattern>
<pattern id="swatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="5" height="5" fill="#C9CDD4"/><rect width="2.5" height="5" fill="#6B717C"/>
</pattern>`;

/** Puts the drawn chart on light ground of its own, with its title: legible in both of Slack's themes. */
function framed(svg: string, { buckets }: DrawnChart, { title, plot }: Layout): string {
  const { widthPx, heightPx } = chartSize;
  const isEmpty = buckets.every(({ above, below }) => above === 0 && below === 0);
  const middlePx = { x: plot.leftPx + plot.widthPx / 2, y: plot.topPx + plot.heightPx / 2 };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" font-family="Inter">
<defs>${definitions}</defs>
<rect x="0.5" y="0.5" width="${widthPx - 1}" height="${heightPx - 1}" rx="10" fill="#fff" stroke="#DDDFE3"/>
<text x="24" y="46" font-size="${fontPx.title}" font-weight="600" fill="#1D1C1D">${escaped(title)}</text>
${unclipped(svg)}
${isEmpty ? `<text x="${middlePx.x}" y="${middlePx.y}" text-anchor="middle" font-size="${fontPx.axis}" fill="#5A5E66">No costs in these days</text>` : ""}
</svg>`;
}

/** An SVG within an SVG is clipped to its size, which would take the renderer longer than all the rest. */
function unclipped(svg: string): string {
  return svg.replace("<svg", '<svg overflow="visible"');
}
