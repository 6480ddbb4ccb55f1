import { expect, test } from "vitest";
import type { Tile } from "../../../../src/features/observability/alert-rules/format-watched.ts";
import {
  formatContent,
  hasOwnSeries,
  isNewerTile,
  nameOfTile,
  formatPosition,
  formatType,
  tileLine,
} from "../../../../src/features/observability/tiles/format-tile.ts";

const count = { aggFn: "count", where: "level:error" };

test.each<[string, Tile]>([
  [
    "line chart · count of `level:error`, by `host`",
    { series: [{ type: "time", ...count, groupBy: ["host"] }] },
  ],
  ["number · count of everything", { series: [{ type: "number", aggFn: "count", where: "" }] }],
  [
    "number · the ratio of count of `level:error` to count of everything",
    {
      asRatio: true,
      series: [
        { type: "number", ...count },
        { type: "number", aggFn: "count" },
      ],
    },
  ],
  [
    "line chart · count of `a:1`; count of `a:2`; count of `a:3`; and 2 more series",
    { series: [1, 2, 3, 4, 5].map((n) => ({ type: "time", aggFn: "count", where: `a:${n}` })) },
  ],
  [
    "line chart · count of `level:error` in `metrics`",
    { series: [{ type: "time", ...count, dataSource: "metrics" }] },
  ],
  ["text · Call Ada", { series: [{ type: "markdown", content: "# Call *Ada*" }] }],
  [
    "bars · p95 of `Duration` where `kind:server`, by `host`",
    {
      config: {
        displayType: "stacked_bar",
        select: [{ aggFn: "p95", valueExpression: "Duration", where: "kind:server" }],
        groupBy: "host",
      },
    },
  ],
  [
    "number · the ratio of count of `level:error` to count of everything",
    { config: { displayType: "number", asRatio: true, select: [count, { aggFn: "count" }] } },
  ],
  [
    "line chart · ",
    { config: { displayType: "line", select: [{ aggFn: "count" }], formulas: [{ expression: "A / 2" }] } },
  ],
  ["text · Read me", { config: { displayType: "markdown", markdown: "Read me" } }],
  ["heat map ∗x∗ · ", { config: { displayType: "heat_map *x*", select: "nothing known" } }],
  ["tile · ", {}],
  ["tile · ", { config: 5, series: null }],
])("%s", (words, tile) => {
  expect(`${formatType(tile)} · ${formatContent(tile)}`).toBe(words);
});

test("a position is counted from 1, and omitted if it is not on the grid", () => {
  expect(formatPosition({ x: 0, y: 0, w: 6, h: 3 })).toBe("columns 1–6, rows 1–3");
  expect(formatPosition({ x: 23, y: 4, w: 1, h: 1 })).toBe("column 24, row 5");
  for (const odd of [{ x: -1 }, { w: 0 }, { h: 0.5 }, { y: null }, { x: Number.MAX_VALUE }])
    expect(formatPosition({ x: 0, y: 0, w: 6, h: 3, ...odd })).toBe("");
});

test("every tile has a name to show", () => {
  expect(nameOfTile({ name: " a\n b\u202e" })).toBe("a b");
  expect(nameOfTile({ name: null })).toBe("Unnamed tile");
});

function kinds(tile: Tile): [isNewer: boolean, hasOwn: boolean] {
  return [isNewerTile(tile), hasOwnSeries(tile)];
}

test("a tile with a config is in the newer format, and only an older tile with series has its own series", () => {
  expect(kinds({ series: [count] })).toEqual([false, true]);
  expect(kinds({ series: [count], config: {} })).toEqual([true, false]);
  expect(kinds({ config: {} })).toEqual([true, false]);
  expect(kinds({ series: [] })).toEqual([false, false]);
  expect(kinds({})).toEqual([false, false]);
});

test("a tile's name leads to its place in the console", () => {
  const tile = { id: "t1", name: "Errors <a|b> *c*", series: [{ type: "time", ...count }] };
  const told = { alerts: [], now: new Date() };
  expect(tileLine(tile, 2, told)).toBe("*2. Errors &lt;a|b&gt; ∗c∗* · line chart\ncount of `level:error`");
  expect(tileLine(tile, 2, { ...told, url: "https://observe.example.com/d?a=1&b=2" })).toBe(
    "*2. <https://observe.example.com/d?a=1&amp;b=2|Errors &lt;aǀb&gt; ∗c∗>* · line chart\ncount of `level:error`",
  );
});
