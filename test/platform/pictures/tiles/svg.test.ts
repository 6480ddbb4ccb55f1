import { pino } from "pino";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { amount } from "../../../support/soak.ts";
import { createPainter } from "../../../../src/platform/pictures/painter.ts";
import { altTextOf } from "../../../../src/platform/pictures/alt-text.ts";
import { tilesSvg } from "../../../../src/platform/pictures/tiles/svg.ts";
import type { TilesFacts } from "../../../../src/platform/pictures/facts.ts";
import { sizeOf } from "../png-size.ts";
import { anyDashboard, checkout, dashboardOf, tileOf } from "./tiles.ts";

const painter = createPainter({ log: pino({ level: "silent" }), timeoutMs: 30_000 });
afterAll(() => painter.close());

/** The texts of a picture, in drawing order. */
function textsOf(facts: TilesFacts): string[] {
  return [...tilesSvg(facts).matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? "");
}

/** The cards of a picture, which have round corners of 8 px. */
function cardsOf(facts: TilesFacts): { x: number; y: number; width: number; height: number }[] {
  return rectanglesOf(tilesSvg(facts)).filter(({ rx }) => rx === 8);
}

function rectanglesOf(svg: string) {
  const pattern = /<rect x="([^"]+)" y="([^"]+)" width="([^"]+)" height="([^"]+)" rx="([^"]+)"/g;
  return [...svg.matchAll(pattern)].map((match) => {
    const [x = 0, y = 0, width = 0, height = 0, rx = 0] = match.slice(1).map(Number);
    return { x, y, width, height, rx };
  });
}

function heightOf(svg: string): number {
  return Number(/^<svg [^>]*height="(\d+)"/.exec(svg)?.[1]);
}

/** The height of a picture with so many tiles below each other. */
function heightOfColumn(count: number): number {
  const tiles = Array.from({ length: count }, (_, index) => tileOf(index + 1, "", [0, index * 3, 12, 3]));
  return heightOf(tilesSvg(dashboardOf(tiles)));
}

test("the picture has the dashboard's name and each tile's number, name and type", () => {
  expect(textsOf(checkout).join("; ")).toBe(
    [
      "Checkout; Layout of 6 tiles, 2 with an alert, 1 of them firing",
      "1; firing; Errors; Line chart",
      "2; Requests a minute; Bars",
      "3; alert; Failed payments; Number",
      "4; Slowest endpoints; Table",
      "5; What to do; Text",
      "6; Latest errors; Search",
    ].join("; "),
  );
});

test("a tile says what it shows, as far as it fits, and its type", () => {
  const shows = ["count of level:error", "by host", "from Logs"];
  const large = dashboardOf([tileOf(1, "Errors", [0, 0, 6, 6], { shows })]);
  expect(textsOf(large).slice(2)).toEqual(["1", "Errors", ...shows, "Line chart"]);
  const low = dashboardOf([tileOf(1, "Errors", [0, 0, 6, 1], { shows }), tileOf(2, "", [0, 1, 6, 9])]);
  expect(textsOf(low).slice(2, 5)).not.toContain("from Logs");
  const long = dashboardOf([tileOf(1, "Errors", [0, 0, 2, 6], { shows: ["count of ".repeat(40)] })]);
  expect(textsOf(long).filter((text) => text.startsWith("count of"))).toHaveLength(2);
  expect(altTextOf(large)).toContain(`1 Errors (line chart, ${shows.join(", ")})`);
});

test("tiles have the positions and sizes of the grid", () => {
  const [first, second, third, , , last] = cardsOf(checkout);
  expect(second?.y).toBe(first?.y);
  expect(second?.width).toBe(first?.width);
  expect(third?.x).toBe(first?.x);
  expect((third?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo((first?.height ?? 0) + 8, 1);
  expect((last?.width ?? 0) + 8).toBeCloseTo((((first?.width ?? 0) + 8) * 8) / 6, 1);
  expect(last?.height).toBe(first?.height);
});

test("the highlighted tile has a thicker edge", () => {
  const edges = [...tilesSvg(checkout).matchAll(/rx="8" [^/]*stroke-width="3"/g)];
  expect(edges).toHaveLength(1);
});

test("unknown kinds are shown by their own names", () => {
  const unknown = ["pie", "heat_map", "constructor", ""];
  const tiles = unknown.map((type, index) => tileOf(index + 1, "tile", [0, index * 3, 6, 3], { type }));
  const texts = textsOf(dashboardOf(tiles));
  for (const word of ["Pie", "Heat map", "Constructor", "Unknown type"]) expect(texts).toContain(word);
});

test("an alert is a word on every tile that is not tiny, however narrow or low", () => {
  for (const place of [
    [0, 0, 2, 3],
    [0, 0, 3, 1],
    [0, 0, 12, 1],
    [0, 0, 2, 1],
  ]) {
    const tiles = [
      tileOf(1, "Errors in production", place, { alerting: "firing" }),
      tileOf(2, "", [0, 3, 12, 3]),
    ];
    expect(textsOf(dashboardOf(tiles))).toContain("firing");
  }
});

test("long names continue on a second line, and are cut with an ellipsis", () => {
  const long = "Transfer between regions, tier 1, by availability zone and by customer";
  const texts = textsOf(dashboardOf([tileOf(1, long, [0, 0, 4, 3])]));
  expect(texts.slice(3, -1)).toEqual([
    "Transfer between",
    "regions, tier 1, by",
    expect.stringMatching(/^av.*…$/),
  ]);
});

test("names of other alphabets are drawn, and a tile with an undrawable name shows its number", () => {
  const texts = textsOf(
    dashboardOf(
      ["Σφάλματα", "Ошибки", "Łódź", "注文", "🔥 Errors", ""].map((name, index) =>
        tileOf(index + 1, name, [0, index * 3, 12, 3]),
      ),
      "注文",
    ),
  );
  for (const text of ["Dashboard", "Σφάλματα", "Ошибки", "Łódź", "Tile 4", "Errors", "Tile 6"]) {
    expect(texts).toContain(text);
  }
});

test("names are text in the picture and nothing else", async () => {
  const names = ["</text><script>alert(1)</script>", "]]>&amp;", "\u0000\uD800", '"><image href="x"/>'];
  const facts = dashboardOf(
    names.map((name, index) => tileOf(index + 1, name, [0, index * 3, 12, 3], { type: name })),
    "<b>&'\"",
  );
  const svg = tilesSvg(facts);
  expect(svg).not.toMatch(/<script|<image|<b>/);
  expect(svg).toContain("&lt;b&gt;&amp;'\"");
  expect(sizeOf((await painter.paint(facts)).png).width).toBe(1600);
});

test("tiles on the same cells are drawn smaller, and counted", () => {
  const facts = dashboardOf([tileOf(1, "Under", [0, 0, 6, 3]), tileOf(2, "Over", [0, 0, 6, 3])]);
  const [under, over] = cardsOf(facts);
  expect((over?.x ?? 0) - (under?.x ?? 0)).toBe(6);
  expect((over?.y ?? 0) - (under?.y ?? 0)).toBe(6);
  expect(textsOf(facts).at(-1)).toBe("1 tile lies partly under others.");
});

test("the first sixty tiles are drawn, and the others are counted", () => {
  const tiles = Array.from({ length: 75 }, (_, index) =>
    tileOf(index + 1, `Tile ${index + 1}`, [(index % 4) * 3, Math.floor(index / 4) * 2, 3, 2]),
  );
  const texts = textsOf(dashboardOf(tiles));
  expect(texts).toContain("Tile 60");
  expect(texts).not.toContain("Tile 61");
  expect(texts.at(-1)).toBe("15 more tiles further down are not drawn.");
});

test("a picture is as high as its rows need, and no higher than 1,400 px", () => {
  expect(heightOfColumn(1)).toBeLessThan(heightOfColumn(2));
  expect(heightOfColumn(2)).toBeLessThan(heightOfColumn(5));
  expect(heightOfColumn(60)).toBeLessThanOrEqual(1400);
});

test("a grid with low rows and one with high rows are drawn alike", () => {
  const low = dashboardOf([tileOf(1, "Errors", [0, 0, 12, 12]), tileOf(2, "Rate", [12, 0, 12, 12])]);
  const high = dashboardOf([tileOf(1, "Errors", [0, 0, 6, 2]), tileOf(2, "Rate", [6, 0, 6, 2])]);
  expect(cardsOf(low)).toEqual(cardsOf(high));
});

test("whatever the facts, nothing is drawn outside of a picture of bounded size", () => {
  fc.assert(
    fc.property(anyDashboard, (facts) => {
      const svg = tilesSvg(facts);
      const height = heightOf(svg);
      expect(height).toBeGreaterThan(150);
      expect(height).toBeLessThanOrEqual(1400);
      expect(svg).not.toMatch(/="[^"<>]*(NaN|Infinity|undefined)/);
      for (const { x, y, width, height: high } of rectanglesOf(svg)) {
        expect(Math.min(x, y, width, high)).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(800);
        expect(y + high).toBeLessThanOrEqual(height);
      }
    }),
  );
});

test("whatever the facts, the painter draws them, twice as large, with an alternative text of at most 2000 characters", async () => {
  await fc.assert(
    fc.asyncProperty(anyDashboard, async (facts) => {
      const { png, altText } = await painter.paint(facts);
      expect(sizeOf(png)).toEqual({ width: 1600, height: 2 * heightOf(tilesSvg(facts)) });
      expect(altText).toBe(altTextOf(facts));
      expect(altText.length).toBeLessThanOrEqual(2000);
    }),
    { numRuns: amount({ usual: 3, soak: 25 }) },
  );
});
