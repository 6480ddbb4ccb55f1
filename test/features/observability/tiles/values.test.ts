import { expect, test } from "vitest";
import type { Tile } from "../../../../src/features/observability/alert-rules/format-watched.ts";
import { newTile, newTileValues } from "../../../../src/features/observability/tiles/forms.ts";
import { tileChanges } from "../../../../src/features/observability/tiles/values.ts";
import { tileProblems } from "../../../../src/features/observability/tiles/problems.ts";
import { tileValues } from "../../../../src/features/observability/tiles/values.ts";
import { problems as texts } from "../../../../src/features/observability/tiles/texts.ts";
import { errorSeries } from "../error-series.ts";

const tile: Tile = {
  id: "t1",
  name: "Errors",
  x: 0,
  y: 3,
  w: 12,
  h: 6,
  series: [errorSeries, { ...errorSeries, where: "" }],
};

test("an unchanged form changes nothing, with any tile", () => {
  const odd: Tile[] = [
    tile,
    { ...tile, name: "  two\n lines " },
    { ...tile, name: null, x: 0.5, y: -2, w: null, h: 0 },
    { ...tile, series: [{ type: "time" }] },
    { ...tile, series: [{ ...errorSeries, type: "number", groupBy: ["kept", "though odd"] }] },
    { ...tile, series: [{ ...errorSeries, groupBy: "host, service" }] },
    { ...tile, series: [{ ...errorSeries, groupBy: [{ valueExpression: "host" }, "service"] }] },
    { ...tile, series: [{ ...errorSeries, groupBy: [{ known: false }, 5, null] }] },
    { ...tile, series: [{ ...errorSeries, where: "level: (", aggFn: "z".repeat(200) }] },
    { ...tile, series: [], config: { displayType: "line" } },
  ];
  for (const one of odd) expect(tileChanges(tileValues(one), one)).toEqual({});
});

test("only typed values change, and positions are counted from 0", () => {
  const values = { ...tileValues(tile), name: "Faults", column: 7, height: 2, where0: "level:fatal" };
  expect(tileChanges(values, tile)).toEqual({
    name: "Faults",
    x: 6,
    h: 2,
    series: [{ index: 0, changes: { where: "level:fatal" } }],
  });
  const second = { ...tileValues(tile), series: 1, aggFn1: "p95", where0: "level:warn" };
  expect(tileChanges(second, tile)).toEqual({
    series: [
      { index: 0, changes: { where: "level:warn" } },
      { index: 1, changes: { aggFn: "p95" } },
    ],
  });
});

test("groups of a line chart are a list, which may be empty, and a number has none", () => {
  const values = tileValues(tile);
  const changes = (over: object) => tileChanges({ ...values, ...over }, tile).series?.[0]?.changes;
  expect(changes({ groupBy0: " host , service,host" })).toEqual({ groupBy: ["host", "service"] });
  expect(changes({ groupBy0: undefined })).toEqual({ groupBy: [] });
  expect(changes({ type0: "number", groupBy0: undefined })).toEqual({ type: "number", groupBy: null });
  const number: Tile = { ...tile, series: [{ type: "number", aggFn: "count", where: "" }] };
  expect(tileChanges({ ...tileValues(number), type0: "time" }, number).series?.[0]?.changes).toEqual({
    type: "time",
    groupBy: [],
  });
});

function grouped(groupBy: unknown[]): Tile {
  return { ...tile, series: [{ ...errorSeries, groupBy }] };
}

test("groups are shown by their names, and groups without a name cannot be changed", () => {
  const named = grouped([{ valueExpression: "host" }, "service"]);
  expect(tileValues(named)).toMatchObject({ groupBy0: "host, service" });
  expect(tileChanges({ ...tileValues(named), groupBy0: "host" }, named).series?.[0]?.changes).toEqual({
    groupBy: ["host"],
  });
  const odd = grouped(["host", { known: false }]);
  expect(tileChanges({ ...tileValues(odd), groupBy0: "pod" }, odd)).toEqual({});
});

test("only changed values are checked", () => {
  const wide: Tile = { ...tile, x: 20, w: 40, series: [{ ...errorSeries, where: "level: (" }] };
  const problems = (over: object) => {
    const values = { ...tileValues(wide), ...over };
    return tileProblems(values, tileChanges(values, wide), wide).map(
      ({ field, message }) => `${field}: ${message}`,
    );
  };
  expect(problems({ name: "Wide" })).toEqual([]);
  expect(problems({ width: 5 })).toEqual([
    "width: The grid has 24 columns, but this tile would end in column 25.",
  ]);
  expect(problems({ column: 25 })).toEqual([
    "column: The grid has 24 columns, but this tile would end in column 64.",
  ]);
  expect(problems({ row: "two", where0: "level:" })).toEqual([
    "row: Enter a whole number, 1 or more.",
    `where0: ${texts.noValue}`,
  ]);
});

test("a wrong filter of a hidden series is reported at the choice of series", () => {
  const sql: Tile = { ...tile, series: [errorSeries, { ...errorSeries, whereLanguage: "sql" }] };
  const values = { ...tileValues(sql), series: 1, where0: "level:", where1: "a = ':'" };
  expect(tileProblems(values, tileChanges(values, sql), sql)).toEqual([
    {
      field: "series",
      message: `I can't read the filter of series 1. ${texts.noValue}`,
    },
  ]);
});

test("a new tile is below the others, with their most common size, and its fields in the specification's order", () => {
  const values = newTileValues([tile, { ...tile, y: 9, h: 2 }, { x: 0 }]);
  expect(values).toMatchObject({ column: 1, row: 12, width: 12, height: 6 });
  expect(JSON.stringify(newTile({ ...values, name: "New", where0: "a:b" }))).toBe(
    '{"name":"New","x":0,"y":11,"w":12,"h":6,"asRatio":false,"series":[{"type":"time","dataSource":"events","aggFn":"count","where":"a:b","groupBy":[]}]}',
  );
  expect(newTile({ ...newTileValues([]), name: "One", type0: "number", groupBy0: "kept?" })).toMatchObject({
    y: 0,
    series: [{ type: "number", dataSource: "events", aggFn: "count", where: "" }],
  });
});

test("a ratio, an added series and a removed one are changes, and a removed series has no other changes", () => {
  const values = { ...tileValues(tile), typeNew: "number", dataSourceNew: "events", aggFnNew: "count" };
  expect(tileChanges(values, tile)).toEqual({});
  const typed = {
    ...values,
    asRatio: true,
    addSeries: true,
    whereNew: "level:warn",
    remove0: true,
    where0: "a:b",
  };
  expect(tileChanges(typed, tile)).toEqual({
    asRatio: true,
    removed: [0],
    added: { type: "number", dataSource: "events", aggFn: "count", where: "level:warn" },
  });
  const ratio: Tile = { ...tile, asRatio: true };
  expect(tileChanges(tileValues(ratio), ratio)).toEqual({});
  expect(tileChanges({ ...tileValues(ratio), asRatio: undefined }, ratio)).toEqual({ asRatio: false });
});

test("a tile needs one series, and a ratio needs two", () => {
  const fieldsOf = (typed: Record<string, unknown>, seen = tile) => {
    const values = { ...tileValues(seen), ...typed };
    return tileProblems(values, tileChanges(values, seen), seen).map(({ field }) => field);
  };
  expect(fieldsOf({ asRatio: true })).toEqual([]);
  expect(fieldsOf({ asRatio: true, remove1: true })).toEqual(["asRatio"]);
  expect(fieldsOf({ asRatio: true, remove1: true, addSeries: true })).toEqual([]);
  expect(fieldsOf({ asRatio: true, addSeries: true })).toEqual(["asRatio"]);
  expect(fieldsOf({ remove0: true, remove1: true })).toEqual(["addSeries"]);
  expect(fieldsOf({ addSeries: true, whereNew: "level:" })).toEqual(["whereNew"]);
  const ratio = { ...tile, asRatio: true };
  expect(fieldsOf({ remove1: true }, ratio)).toEqual(["asRatio"]);
  expect(fieldsOf({ remove1: true, asRatio: undefined }, ratio)).toEqual([]);
});

test.each([
  [[8, 4, 6, 4], 4],
  [[8, 4], 8],
  [[4, 1, 1], 1],
  [[0, 0, 8], 8],
])(
  "beside tiles with the widths %j, a new tile has the most common width or else the first one: %d",
  (widths, width) => {
    expect(newTileValues(widths.map((w) => ({ ...tile, w })))).toMatchObject({ width });
  },
);
