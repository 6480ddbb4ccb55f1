import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Dashboard } from "../../../../src/platform/cloud/observability/dashboard.ts";
import {
  dashboardDifferences,
  isSameDashboard,
} from "../../../../src/features/observability/dashboards/differences.ts";
import { anyDashboard } from "../observed-arbitraries.ts";
import { errorSeries } from "../error-series.ts";
import { formatDifference } from "../../../../src/features/observability/changes/format-change.ts";

const errors = { id: "t1", name: "Errors", x: 0, y: 0, w: 6, h: 3, series: [errorSeries] };
const latency = { id: "t2", name: "Latency", x: 6, y: 0, w: 6, h: 3, config: { displayType: "line" } };
const before: Dashboard = { id: "d1", name: "Checkout", tiles: [errors, latency], tags: ["shop"], own: 1 };

function words(after: Partial<Dashboard>): string[] {
  return dashboardDifferences(before, { ...before, ...after }).map(formatDifference);
}

/** The differences after these changes of the first tile. */
function tileWords(changes: object): string[] {
  return words({ tiles: [{ ...errors, ...changes }, latency] });
}

test("differences are described with the words of the forms", () => {
  expect(words({ name: "Shop", tags: [] })).toEqual(["• Name `Checkout` → `Shop`", "• Tags `shop` → none"]);
  expect(tileWords({ w: 12, h: 1 })).toEqual([
    "• Tile “Errors”: width 6 → 12",
    "• Tile “Errors”: height 3 → 1",
  ]);
  expect(tileWords({ x: 3, y: null, name: "5xx" })).toEqual([
    "• Tile “5xx”: name `Errors` → `5xx`",
    "• Tile “5xx”: first column 1 → 4",
    "• Tile “5xx”: first row 1 → none",
  ]);
  expect(
    tileWords({ series: [{ ...errorSeries, where: "", groupBy: ["host", "pod"], aggFn: "sum" }] }),
  ).toEqual([
    "• Tile “Errors”: aggregation `count` → `sum`",
    "• Tile “Errors”: filter `level:error` → none",
    "• Tile “Errors”: group by `host` → `host`, `pod`",
  ]);
  expect(tileWords({ series: [] })).toEqual(["• Tile “Errors”: number of series 1 → 0"]);
});

test("added, removed and reordered tiles are named", () => {
  expect(words({ tiles: [latency, errors] })).toEqual(["• The tiles stand in another order"]);
  expect(words({ tiles: [errors, { id: "t3", name: "New" }] })).toEqual([
    "• Tile “New” was added",
    "• Tile “Latency” was removed",
  ]);
  expect(words({ tiles: [errors, latency, { id: "t4" }] })).toEqual(["• Tile without a name was added"]);
});

test("a dashboard without tiles differs by each tile from one with tiles", () => {
  const bare: Dashboard = { id: "d1", name: "Checkout" };
  const full: Dashboard = { ...bare, tiles: [errors] };
  expect(dashboardDifferences(bare, full).map(formatDifference)).toEqual(["• Tile “Errors” was added"]);
  expect(dashboardDifferences(full, bare).map(formatDifference)).toEqual(["• Tile “Errors” was removed"]);
});

test("other differences are mentioned without details", () => {
  expect(words({ own: 2 })).toEqual(["• Something else that isn't shown here"]);
  expect(tileWords({ own: true })).toEqual(["• Tile “Errors”: something else that is not shown here"]);
  expect(tileWords({ series: [{ ...errorSeries, own: null }] })).toEqual([
    "• Tile “Errors”: something else that is not shown here",
  ]);
});

test("any two dashboards have differences if and only if they are not the same", () => {
  fc.assert(
    fc.property(anyDashboard, anyDashboard, (one, other) => {
      const [was, is] = [withIds(one), withIds(other)];
      expect(dashboardDifferences(was, was)).toEqual([]);
      expect(dashboardDifferences(was, is).length === 0).toBe(isSameDashboard(was, is));
    }),
  );
});

function withIds({ tiles, ...body }: object & { tiles: readonly object[] }): Dashboard {
  return { ...body, id: "d1", tiles: tiles.map((tile, index) => ({ ...tile, id: `t${index}` })) };
}
