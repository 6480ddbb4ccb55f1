import { expect, test } from "vitest";
import type { Tile } from "../../../src/observability/alerts/watched-in-words.ts";
import { tileHints } from "../../../src/observability/dashboards/tile-hints.ts";
import { tileValues } from "../../../src/observability/dashboards/tile-values.ts";
import { errorSeries } from "../error-series.ts";

/** What is said below the form of a tile whose first series has this filter. */
function hintsOn(filter: string, own: object = {}): string {
  const tile: Tile = { id: "t1", series: [{ ...errorSeries, ...own }] };
  const hints = tileHints({ ...tileValues(tile), where0: filter }, { id: "d1", tiles: [tile] }, tile);
  return hints.map((hint) => JSON.stringify(hint)).join("\n");
}

test("a filter that names no field is said to look in all text, but for one in SQL, which names columns", () => {
  expect(hintsOn("timeout")).toContain("names no field, so it is looked for in all text.");
  expect(hintsOn("level:error")).toBe("");
  expect(hintsOn("Duration > 5", { whereLanguage: "sql" })).toBe("");
});
