import * as fc from "fast-check";
import { expect, test } from "vitest";
import { placementOf } from "../../../../src/platform/pictures/tiles/placement.ts";
import { anyDashboard, tileOf } from "./tiles.ts";

type Cells = readonly (number | null | undefined)[];

function placed(...places: Cells[]): number[][] {
  const tiles = places.map((place, index) => tileOf(index + 1, "tile", place));
  return placementOf(tiles).tiles.map(({ x, y, w, h }) => [x, y, w, h]);
}

function columns(...places: Cells[]): number {
  return placementOf(places.map((place) => tileOf(1, "tile", place))).columns;
}

test("tiles have the cells of their coordinates", () => {
  expect(placed([0, 0, 6, 3], [6, 0, 6, 3], [0, 3, 12, 2])).toEqual([
    [0, 0, 6, 3],
    [6, 0, 6, 3],
    [0, 3, 12, 2],
  ]);
});

test("a grid has 12 columns, and 24 if a tile needs more than 12", () => {
  expect(columns([0, 0, 12, 3])).toBe(12);
  expect(columns([0, 0, 8, 3], [8, 0, 8, 3])).toBe(24);
  expect(columns([14, 0, null, 3])).toBe(24);
  expect(columns([1_000_000, 0, 3, 3], [0, 0, 1_000_000, 3])).toBe(12);
});

test("a tile outside is moved in, and a tile that is too large is cut", () => {
  expect(placed([-5, -1, 3, 2], [1_000_000, 0, 3, 2], [4, 0, 1_000_000, 1_000_000])).toEqual([
    [0, 0, 3, 2],
    [9, 0, 3, 2],
    [0, 0, 12, 24],
  ]);
});

test("fractions are rounded, and a tile has at least one cell", () => {
  expect(placed([1.4, 0.2, 2.6, 0.3])).toEqual([[1, 0, 3, 1]]);
});

test("a tile without a size is half as wide as the grid and as high as the others", () => {
  expect(placed([0, 0, 6, 4], [6, 0, 0, -2])).toEqual([
    [0, 0, 6, 4],
    [6, 0, 6, 4],
  ]);
  expect(placed([0, 0, null, undefined])).toEqual([[0, 0, 6, 3]]);
});

test("tiles without a position are below the others, beside each other as far as they fit", () => {
  expect(placed([null, 0, 8, 2], [0, 0, 6, 3], [Number.NaN, 1, 4, 3], [0, Infinity, 4, 1])).toEqual([
    [0, 0, 6, 3],
    [0, 3, 8, 2],
    [8, 3, 4, 3],
    [0, 6, 4, 1],
  ]);
});

test("one of several empty rows stays", () => {
  expect(placed([0, 900_000, 6, 2], [0, 2, 6, 2], [0, 6, 6, 2]).map(([, y]) => y)).toEqual([7, 1, 4]);
});

test("whatever the numbers, every tile has whole cells within the grid, and none is lost", () => {
  fc.assert(
    fc.property(anyDashboard, ({ tiles }) => {
      const placement = placementOf(tiles);
      expect(new Set(placement.tiles.map(({ tile }) => tile))).toEqual(new Set(tiles));
      for (const { x, y, w, h } of placement.tiles) {
        expect([x, y, w, h].every(Number.isInteger)).toBe(true);
        expect(Math.min(x, y, w - 1, h - 1)).toBeGreaterThanOrEqual(0);
        expect(x + w).toBeLessThanOrEqual(placement.columns);
      }
    }),
  );
});
