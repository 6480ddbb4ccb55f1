import { randomBytes } from "node:crypto";
import type { z } from "zod";
import {
  type Dashboard,
  DashboardContent,
  managedDashboards,
  standaloneDashboards,
} from "../../../cloud/dashboard.ts";
import { type Call, route } from "../route.ts";
import { idIn, placeOf } from "./at-place.ts";
import { readAs } from "./read-body.ts";
import { refusePlainly } from "./refusals.ts";

type Tile = NonNullable<Dashboard["tiles"]>[number];

/** The operations on dashboards, on both surfaces. */
export const dashboardRoutes = {
  listManagedDashboards: route(managedDashboards.list, list),
  createManagedDashboard: route(managedDashboards.create, create),
  getManagedDashboard: route(managedDashboards.get, get),
  updateManagedDashboard: route(managedDashboards.update, update),
  deleteManagedDashboard: route(managedDashboards.delete, remove),
  listStandaloneDashboards: route(standaloneDashboards.list, list),
  createStandaloneDashboard: route(standaloneDashboards.create, create),
  getStandaloneDashboard: route(standaloneDashboards.get, get),
  updateStandaloneDashboard: route(standaloneDashboards.update, update),
  deleteStandaloneDashboard: route(standaloneDashboards.delete, remove),
};

function list(call: Call) {
  return [...placeOf(call).dashboards.values()].map((dashboard) => shown(dashboard, call));
}

function create(call: Call) {
  return keep(call, newId(), new Set());
}

function get(call: Call) {
  return shown(dashboardInPath(call), call);
}

/** Tiles that are sent with an id they had keep it; all others get one. */
function update(call: Call) {
  const { id, tiles } = dashboardInPath(call);
  return keep(call, id, new Set(tiles?.map((tile) => tile.id)));
}

function remove(call: Call) {
  placeOf(call).dashboards.delete(dashboardInPath(call).id);
}

function keep(call: Call, id: string, known: ReadonlySet<Tile["id"]>) {
  const content: z.output<typeof DashboardContent> = readAs(DashboardContent, call.body);
  const tiles = content.tiles.map((tile) => ({ ...tile, id: known.has(tile.id) ? tile.id : newId() }));
  const dashboard = { ...content, id, tiles };
  placeOf(call).dashboards.set(id, dashboard);
  return shown(dashboard, call);
}

function dashboardInPath(call: Call): Dashboard {
  return placeOf(call).dashboards.get(idIn(call)) ?? refusePlainly(404, "Not Found");
}

/** Newer servers say what a tile shows by `config`, not by `series`. */
function shown(dashboard: Dashboard, { world }: Call): Dashboard {
  if (world.observability.naming === "older") return dashboard;
  return { ...dashboard, tiles: dashboard.tiles?.map(inNewerWords) };
}

function inNewerWords({ series, ...tile }: Tile): Tile {
  if (!series) return tile;
  const displayType = series[0]?.type === "number" ? "number" : "line";
  const select = series.map(({ aggFn, where }) => ({ aggFn, where, valueExpression: "" }));
  return { ...tile, config: { displayType, select } };
}

function newId(): string {
  return randomBytes(12).toString("hex");
}
