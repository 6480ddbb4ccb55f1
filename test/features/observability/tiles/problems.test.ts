import { expect, test } from "vitest";
import type { Tile } from "../../../../src/features/observability/alert-rules/format-watched.ts";
import { tileValues } from "../../../../src/features/observability/tiles/values.ts";
import { errorSeries } from "../error-series.ts";
import { tileHints } from "../../../../src/features/observability/tiles/problems.ts";

/** The hints of the form for a tile with this filter in its first series. */
function hintsOn(filter: string, own: object = {}): string {
  const tile: Tile = { id: "t1", series: [{ ...errorSeries, ...own }] };
  const hints = tileHints({ ...tileValues(tile), where0: filter }, { id: "d1", tiles: [tile] }, tile);
  return hints.map((hint) => JSON.stringify(hint)).join("\n");
}

test("a filter without a field has a hint that it searches all text, but an SQL filter has none", () => {
  expect(hintsOn("timeout")).toContain("names no field, so the server looks for it in all text.");
  expect(hintsOn("level:error")).toBe("");
  expect(hintsOn("Duration > 5", { whereLanguage: "sql" })).toBe("");
});

function tileAt(x: number, name: string, id?: string): Tile {
  return { id, name, x, y: 0, w: 4, h: 2 };
}

test("a tile overlaps each other tile with a common cell, with or without an id, but never itself", () => {
  const moved = tileAt(4, "Moved", "t1");
  const tiles = [moved, tileAt(0, "Left"), tileAt(7, "Right"), tileAt(8, "Beside", "t2")];
  const hints = (tile?: Tile) =>
    JSON.stringify(tileHints({ ...tileValues(moved), name: "Moved" }, { id: "d1", tiles }, tile));
  expect(hints(moved)).toContain("it overlaps “Right”.");
  expect(hints({ ...moved })).toContain("it overlaps “Right”.");
  expect(hints()).toContain("it overlaps “Moved” and “Right”.");
  expect(tileHints(tileValues(moved), { id: "d1" })).toEqual([]);
});
