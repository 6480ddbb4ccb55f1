import type { Dashboard } from "../contract.ts";
import { seededId } from "./seeded-id.ts";

type Tile = NonNullable<Dashboard["tiles"]>[number];
type Series = NonNullable<Tile["series"]>[number];

/** A target's initial dashboards: one of 24 columns with tiles of every type, one of 12. */
export function seededDashboards(target: string): Dashboard[] {
  const withIds = (tiles: readonly Tile[]) =>
    tiles.map((tile) => ({ id: seededId(target, tile.name ?? ""), ...tile }));
  const [api, checkout] = [seededId(target, "dashboard"), seededId(target, "checkout")];
  return [
    { id: api, name: "API Monitoring", tiles: withIds(apiTiles), tags: ["api", "production"] },
    { id: checkout, name: "Checkout", tiles: withIds(checkoutTiles), tags: ["checkout", "payments"] },
  ];
}

const latency: Series = { dataSource: "events", aggFn: "p95", field: "Duration" };
const errors = { dataSource: "events", aggFn: "count", where: "level:error" };

const ofAll: readonly Series[] = [
  { type: "number", ...errors },
  { type: "number", ...errors, where: "" },
];

const apiTiles: readonly Tile[] = [
  tile(
    "p95 latency (ms)",
    [0, 0, 12, 6],
    time({ ...latency, where: "kind:server", groupBy: ["ServiceName"] }),
  ),
  tile("Error count", [12, 0, 12, 6], { type: "number", ...errors }),
  tile("Requests by service", [0, 6, 16, 5], time({ where: "", groupBy: ["ServiceName"] })),
  tile("Errors now", [16, 6, 4, 5], { type: "number", ...errors }),
  tile("Share of errors", [20, 6, 4, 5], ...ofAll),
  tile("Slowest routes", [0, 11, 12, 7], {
    type: "table",
    dataSource: "events",
    aggFn: "p95",
    field: "Duration",
    where: "kind:server",
    groupBy: ["http.route"],
    sortOrder: "desc",
  }),
  tile("What to do", [12, 11, 12, 7], {
    type: "markdown",
    content: "Latency above 2 s for 5 minutes: look at **Slowest routes** first.",
  }),
];

const checkoutTiles: readonly Tile[] = [
  tile("Orders", [0, 0, 8, 4], time({ where: "event:order_placed", groupBy: [] })),
  tile("Failed payments", [8, 0, 4, 4], { type: "number", ...errors, where: "event:payment_failed" }),
  tile("Payments by provider", [0, 4, 12, 5], time({ where: "event:payment", groupBy: ["provider"] })),
  tile("p95 latency of checkout (ms)", [0, 9, 12, 5], time({ ...latency, where: "ServiceName:checkout" })),
];

function time(series: Series): Series {
  return { type: "time", dataSource: "events", aggFn: "count", ...series };
}

/** More than one series is shown as the ratio of the first two. */
function tile(
  name: string,
  [x, y, w, h]: readonly [number, number, number, number],
  ...series: Series[]
): Tile {
  return { name, x, y, w, h, asRatio: series.length > 1, series };
}
