import { readFile } from "node:fs/promises";
import { Resvg } from "@resvg/resvg-wasm";
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { altTextOf } from "../../../../src/platform/pictures/in-words.ts";
import type { ChartFacts } from "../../../../src/platform/pictures/facts.ts";
import { chartSvg } from "../../../../src/platform/pictures/chart/svg.ts";
import { type DrawPicture, loadDrawing } from "../../../../src/platform/pictures/draw.ts";
import { chartColors, fontPx, ink, picture } from "../../../../src/platform/pictures/svg.ts";
import { textWidthPx } from "../../../../src/platform/pictures/text.ts";
import { amount } from "../../../support/soak.ts";
import { sizeOf } from "../png-size.ts";
import { chartOf } from "./charts.ts";
import { unicodeText } from "../../../support/unicode-text.ts";

let draw: DrawPicture;
beforeAll(async () => {
  draw = await loadDrawing();
});

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The number of pixels of an area that are nearly as light as letters. */
function lightPixels(png: Uint8Array, area: { x: number; y: number; width: number; height: number }): number {
  const image = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
  const cut = `<svg xmlns="http://www.w3.org/2000/svg" width="${area.width}" height="${area.height}">
    <image x="${-area.x}" y="${-area.y}" width="1200" href="${image}"/></svg>`;
  const { pixels } = new Resvg(cut).render();
  return pixels.filter((red, index) => index % 4 === 0 && red > 0xa0).length;
}

test("a chart is a PNG of 1200 pixels' width, with room for its legend, whatever it shows", async () => {
  const seven = ["orders", "billing", "search", "users", "events", "reports", "cache"];
  for (const [chart, height] of [
    [chartOf([], 0), 821],
    [chartOf(["orders"], 60), 887],
    [chartOf(seven), 1085],
  ] as const) {
    const png = await draw(chart);
    expect([...png.subarray(0, 8)]).toEqual(signature);
    expect(sizeOf(png)).toEqual({ width: 1200, height });
  }
});

test("the picture has the title, the names, the days, the amounts and the provisional part", () => {
  const svg = chartSvg(chartOf(["orders", "billing"], 3, "Costs", "1 to 3 Oct"));
  for (const text of [
    "Costs",
    "1 to 3 Oct",
    "orders",
    "billing",
    "1 Oct",
    "3 Oct",
    "597",
    "May still change",
  ]) {
    expect(svg).toContain(`>${text}</text>`);
  }
});

test("texts are drawn in letters of the font, and not left out", async () => {
  const png = await draw(chartOf(["orders", "billing"]));
  const title = { x: 40, y: 45, width: 600, height: 50 };
  const legend = { x: 40, y: 780, width: 1100, height: 60 };
  const labels = { x: 40, y: 705, width: 1100, height: 60 };
  for (const area of [title, legend, labels]) expect(lightPixels(png, area)).toBeGreaterThan(300);
});

test("names are text in the picture and nothing else", async () => {
  const names = [
    "</text><script>alert(1)</script>",
    "]]>&amp;",
    "{{datum}}",
    "مرحبا",
    "\u0000\uD800",
    "日本語",
  ];
  const svg = chartSvg(chartOf(names, 5, "<b>&'\""));
  expect(svg).not.toContain("<script");
  expect(svg).toContain("&lt;b&gt;");
  expect(sizeOf(await draw(chartOf(names))).width).toBe(1200);
});

test("texts are about as wide as estimated, and hardly ever wider", async () => {
  const font = await readFile(
    new URL(import.meta.resolve("@fontsource/inter/files/inter-latin-400-normal.woff2")),
  );
  const names = [
    "orders production",
    "billing-eu-west-1",
    "Transfer between regions, tier 1",
    "WWW.MMM",
    "1,234.5k",
  ];
  for (const name of names) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><text font-family="Inter" font-size="20">${name}</text></svg>`;
    const widthPx = new Resvg(svg, { font: { fontBuffers: [font] } }).getBBox()?.width ?? 0;
    expect(textWidthPx(name, 20) / widthPx).toBeGreaterThan(0.97);
    expect(textWidthPx(name, 20) / widthPx).toBeLessThan(1.15);
  }
});

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 150 }),
  unicodeText({ maxLength: 150 }),
  fc.constantFrom("", "\uD800", "<![CDATA[", "\u0000", "&#x0;", "a\u0301".repeat(200)),
);

const anyChart: fc.Arbitrary<ChartFacts> = fc.integer({ min: 0, max: 60 }).chain((days) =>
  fc.record({
    kind: fc.constant("chart"),
    title: text,
    about: text,
    by: fc.constantFrom("service", "metric"),
    unit: fc.constantFrom("day", "week", "month", "year"),
    buckets: fc.array(
      fc.record({
        label: text,
        name: text,
        provisional: fc.boolean(),
        partial: fc.constantFrom("open", "cut", undefined),
      }),
      { minLength: days, maxLength: days },
    ),
    series: fc.array(
      fc.record({
        name: text,
        color: fc.nat(200),
        amounts: fc.array(fc.double(), { maxLength: days + 1 }),
      }),
      { maxLength: 12 },
    ),
  }),
);

test("any facts become a picture of the same width, and not too high", async () => {
  await fc.assert(
    fc.asyncProperty(anyChart, async (chart) => {
      const { width, height } = sizeOf(await draw(chart));
      expect(width).toBe(1200);
      expect(height).toBeLessThanOrEqual(1400);
    }),
    { numRuns: amount({ usual: 6, soak: 30 }) },
  );
});

/** The least amount that there is: dividing it gives nothing. */
const tiny: ChartFacts = {
  title: "",
  about: "",
  by: "service",
  unit: "day",
  buckets: [{ label: "", name: "", provisional: false }],
  series: [{ name: "", color: 0, amounts: [-Number.MIN_VALUE] }],
};

/** Every text of a drawing: where it is and how large. */
function textsIn(svg: string) {
  let [left, top] = [0, 0];
  return svg.split("\n").flatMap((line) => {
    const moved = /^<g transform="translate\(([-\d.]+) ([-\d.]+)\)">/.exec(line);
    if (moved) [left, top] = [Number(moved[1]), Number(moved[2])];
    if (line === "</g>") [left, top] = [0, 0];
    const parts = /<text x="([-\d.]+)" y="([-\d.]+)" font-size="([\d.]+)"(.*?)>(.*)<\/text>/.exec(line);
    if (!parts?.[5]?.trim()) return [];
    const [, x, y, size, attributes = "", letters = ""] = parts;
    const widthPx = textWidthPx(letters.replaceAll(/&\w+;/g, "&"), Number(size));
    const share = attributes.includes('"middle"') ? 0.5 : attributes.includes('"end"') ? 1 : 0;
    const fromPx = left + Number(x) - share * widthPx;
    return { letters, sizePx: Number(size), fromPx, toPx: fromPx + widthPx, basePx: top + Number(y) };
  });
}

test("on a phone every letter is at least 11 px high, and no text touches another or the edge", () => {
  const onPhonePx = 300;
  const drawable = anyChart.map(chartSvg).map(textsIn);
  fc.assert(
    fc.property(drawable, (texts) => {
      for (const { sizePx, fromPx, toPx } of texts) {
        expect((sizePx * onPhonePx) / picture.widthPx).toBeGreaterThanOrEqual(11);
        expect(fromPx).toBeGreaterThanOrEqual(0);
        expect(toPx).toBeLessThanOrEqual(picture.widthPx);
      }
      const touching = texts.flatMap((one, index) =>
        texts
          .slice(index + 1)
          .filter(
            (other) =>
              Math.abs(one.basePx - other.basePx) < 0.8 * fontPx &&
              one.fromPx < other.toPx &&
              other.fromPx < one.toPx,
          )
          .map((other) => [one.letters, other.letters]),
      );
      expect(touching).toEqual([]);
    }),
  );
});

/** The contrast of two colours: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(...colors: [string, string]): number {
  const [dark = 0, light = 0] = colors.map(luminance).sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("texts and bars stand out from the panel, and the panel from neither of Slack's themes too much", () => {
  const [light, dark] = ["#FFFFFF", "#1A1D21"];
  for (const text of [ink.name, ink.label]) expect(contrast(text, ink.panel)).toBeGreaterThanOrEqual(4.5);
  for (const bar of [...chartColors.parts, chartColors.others])
    expect(contrast(bar, ink.panel)).toBeGreaterThanOrEqual(3);
  for (const theme of [light, dark]) {
    expect(contrast(ink.panel, theme)).toBeGreaterThan(2);
    expect(contrast(ink.panel, theme)).toBeLessThan(8);
  }
});

test("any facts have a drawing of numbers, and words of at most 2000 characters", () => {
  fc.assert(
    fc.property(anyChart, (chart) => {
      expect(chartSvg(chart)).not.toMatch(/="[^"<>]*(NaN|Infinity|undefined)/);
      const words = altTextOf(chart);
      expect(words.length).toBeGreaterThan(10);
      expect(words.length).toBeLessThanOrEqual(2000);
    }),
    { examples: [[tiny]] },
  );
});
