import { type Dashboard, managedDashboards, standaloneDashboards } from "../contract.ts";
import { type Call, route } from "../route.ts";
import { idIn, targetOf } from "./at-target.ts";
import { dashboardFrom } from "./dashboard-body.ts";
import { newId } from "./new-id.ts";
import { inNewerWords } from "./newer-tile.ts";
import type { ObservedTarget } from "./target.ts";
import { refusePlainly } from "./refusals.ts";

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
  return [...targetOf(call).dashboards.values()].map((dashboard) => shown(dashboard, call));
}

function create(call: Call) {
  return keep(call, newId());
}

function get(call: Call) {
  return shown(dashboardInPath(call), call);
}

function update(call: Call) {
  return keep(call, dashboardInPath(call).id);
}

function remove(call: Call) {
  const target = targetOf(call);
  target.dashboards.delete(dashboardInPath(call).id);
  forgetAlertsWithoutTile(target);
}

function keep(call: Call, id: string) {
  const target = targetOf(call);
  const dashboard = dashboardFrom(call.body, id);
  target.dashboards.set(id, dashboard);
  forgetAlertsWithoutTile(target);
  return shown(dashboard, call);
}

/** Running servers delete an alert together with its tile. */
function forgetAlertsWithoutTile({ dashboards, alerts }: ObservedTarget): void {
  for (const { id, source, dashboardId = "", tileId } of alerts.values()) {
    const isThere = dashboards.get(dashboardId)?.tiles?.some((tile) => tile.id === tileId) ?? false;
    if (source === "tile" && !isThere) alerts.delete(id);
  }
}

function dashboardInPath(call: Call): Dashboard {
  return targetOf(call).dashboards.get(idIn(call)) ?? refusePlainly(404, "Not Found");
}

function shown(dashboard: Dashboard, { world }: Call): Dashboard {
  if (world.observability.naming === "older") return dashboard;
  return { ...dashboard, tiles: dashboard.tiles?.map(inNewerWords) };
}
