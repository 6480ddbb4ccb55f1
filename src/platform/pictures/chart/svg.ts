import type { ChartFacts } from "../facts.ts";
import { type Box, fontPx, framed, ink, px, rect, textAt } from "../svg.ts";
import { type DrawnChart, drawnChart } from "./drawn.ts";
import { type Layout, layoutOf, legendSymbolPx, marksOf } from "./layout.ts";

/** The chart as an SVG of one width, whatever its facts are. Its legend makes it higher. */
export function chartSvg(facts: ChartFacts): string {
  const chart = drawnChart(facts);
  const layout = layoutOf(chart);
  return framed(layout.heightPx, layout, [
    definitions,
    `<g transform="translate(${layout.plot.leftPx} ${layout.plot.topPx})">`,
    ...axes(layout),
    ...grounds(chart, layout),
    ...bars(chart, layout),
    ...stripes(chart, layout),
    ...outlines(chart, layout),
    line(layout.y(0), layout, zeroColor),
    ...totals(chart, layout),
    ...emptyNote(chart, layout),
    "</g>",
    ...legend(chart, layout),
  ]);
}

// Stripes lie over a provisional bar, and the swatch explains them in the legend.
const definitions = `<defs>
<pattern id="stripes" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="7" height="7" fill="${ink.panel}" fill-opacity="0.15"/><rect width="3" height="7" fill="${ink.panel}" fill-opacity="0.6"/>
</pattern>
<pattern id="swatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="5" height="5" fill="${ink.label}"/><rect width="2.5" height="5" fill="${ink.panel}"/>
</pattern></defs>`;

const zeroColor = "#A9B2C0";
const groundColor = "#566172";
const dashes = `fill="none" stroke="${ink.label}" stroke-width="1.5" stroke-dasharray="4 3"`;

function line(y: number, { plot }: Layout, color: string, x = 0): string {
  return `<path d="M${x} ${px(y)}h${px(plot.widthPx)}" stroke="${color}"/>`;
}

function axes(layout: Layout): string[] {
  const { plot, axis, tickLabels, bucketLabels, x, y } = layout;
  const letters = { sizePx: fontPx, fill: ink.label } as const;
  return [
    // Half pixels make lines of one pixel sharp.
    ...axis.ticks.map((tick) => line(Math.round(y(tick)) + 0.5, layout, ink.line, 0.5)),
    ...bucketLabels.map((label, bucket) =>
      textAt(x(bucket), plot.heightPx + 29.5, label, { ...letters, anchor: "middle" }),
    ),
    ...tickLabels.map((label, tick) =>
      textAt(-7.5, y(axis.ticks[tick] ?? 0) + 7.5, label, { ...letters, anchor: "end" }),
    ),
  ];
}

/** The area between two amounts, around the middle of a bucket. */
function barBox({ x, y }: Layout, bucket: number, [from, to]: [number, number], widthPx: number): Box {
  return { leftPx: x(bucket) - widthPx / 2, topPx: y(to), widthPx, heightPx: y(from) - y(to) };
}

/** Grey under provisional bars, which shows them even if they cost nothing. Its edge closes the seams. */
function grounds({ buckets }: DrawnChart, layout: Layout): string[] {
  const { axis, groundWidthPx } = layout;
  return buckets.flatMap(({ provisional }, bucket) =>
    provisional
      ? rect(
          barBox(layout, bucket, [axis.from, axis.to], groundWidthPx),
          `fill="${groundColor}" stroke="${groundColor}"`,
        )
      : [],
  );
}

/** The parts of each bucket on top of each other, and those below zero downwards. */
function bars({ parts, buckets }: DrawnChart, layout: Layout): string[] {
  const { barWidthPx } = layout;
  const ends = buckets.map(() => ({ above: 0, below: 0 }));
  return parts.flatMap(({ amounts, color }) =>
    ends.map((end, bucket) => {
      const amount = amounts[bucket] ?? 0;
      const side = amount < 0 ? "below" : "above";
      const from = end[side];
      end[side] += amount;
      const box = barBox(layout, bucket, [Math.min(from, end[side]), Math.max(from, end[side])], barWidthPx);
      return rect(box, `fill="${color}" stroke="${ink.panel}" stroke-width="${barWidthPx > 5 ? 1 : 0.5}"`);
    }),
  );
}

/** Dark stripes over provisional bars. Their colours stay visible. */
function stripes({ buckets }: DrawnChart, layout: Layout): string[] {
  return buckets.flatMap(({ provisional, above, below }, bucket) =>
    provisional
      ? rect(barBox(layout, bucket, [below, above], layout.barWidthPx), 'fill="url(#stripes)"')
      : [],
  );
}

/** A dashed frame around a bar that is a part of its day, week or month, as high as all others. */
function outlines({ buckets }: DrawnChart, layout: Layout): string[] {
  const { axis, barWidthPx } = layout;
  return buckets.flatMap(({ partial }, bucket) =>
    partial === undefined ? [] : rect(barBox(layout, bucket, [axis.from, axis.to], barWidthPx + 6), dashes),
  );
}

function totals({ buckets }: DrawnChart, { totalLabels = [], x, y }: Layout): string[] {
  const letters = { sizePx: fontPx, weight: 600, fill: ink.name, anchor: "middle" } as const;
  return totalLabels.map((total, bucket) =>
    textAt(x(bucket), y(buckets[bucket]?.above ?? 0) - 6, total, letters),
  );
}

const symbol: Box = { leftPx: 0.75, topPx: -9.25, widthPx: 18.5, heightPx: 18.5 };
const markSymbols = { provisional: 'fill="url(#swatch)"', partial: dashes };

/** The parts from the bottom of the stack to its top, with the meaning of the marks at the end. */
function legend(chart: DrawnChart, layout: Layout): string[] {
  const symbols = [
    ...chart.parts.map(({ color }) => `fill="${color}"`),
    ...marksOf(chart).map(({ kind }) => markSymbols[kind]),
  ];
  return layout.legend.map(({ name, leftPx, middlePx }, index) => {
    const text = textAt(legendSymbolPx, 7.5, name, { sizePx: fontPx, fill: ink.name });
    return `<g transform="translate(${px(leftPx)} ${px(middlePx)})">${rect(symbol, symbols[index] ?? "")}${text}</g>`;
  });
}

function emptyNote({ buckets }: DrawnChart, { plot }: Layout): string[] {
  if (buckets.some(({ above, below }) => above !== 0 || below !== 0)) return [];
  const letters = { sizePx: fontPx, fill: ink.label, anchor: "middle" } as const;
  return [textAt(plot.widthPx / 2, plot.heightPx / 2, "No costs", letters)];
}
