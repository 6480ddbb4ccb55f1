import { randomBytes } from "node:crypto";
import {
  type Alert,
  AlertCreation,
  AlertUpdate,
  alertChannels,
  alertDashboardId,
  managedAlerts,
  standaloneAlerts,
} from "../../../cloud/alert.ts";
import { type Call, route } from "../route.ts";
import { idIn, placeOf } from "./at-place.ts";
import { type AlertRecord, newAlert, type ObservedPlace } from "./place.ts";
import { readAs } from "./read-body.ts";
import { refuseWithMessage } from "./refusals.ts";
import { shownAlert } from "./shown-alert.ts";

/** The operations on alerts, on both surfaces. */
export const alertRoutes = {
  listManagedAlerts: route(managedAlerts.list, list),
  createManagedAlert: route(managedAlerts.create, create),
  getManagedAlert: route(managedAlerts.get, get),
  updateManagedAlert: route(managedAlerts.update, update),
  deleteManagedAlert: route(managedAlerts.delete, remove),
  listStandaloneAlerts: route(standaloneAlerts.list, list),
  createStandaloneAlert: route(standaloneAlerts.create, create),
  getStandaloneAlert: route(standaloneAlerts.get, get),
  updateStandaloneAlert: route(standaloneAlerts.update, update),
  deleteStandaloneAlert: route(standaloneAlerts.delete, remove),
};

function list(call: Call) {
  return [...placeOf(call).alerts.values()].map((alert) => shown(alert, call));
}

function create(call: Call) {
  const place = placeOf(call);
  const created = readAs(AlertCreation, call.body);
  requireTile(place, created);
  const alert = newAlert({ ...created, id: randomBytes(12).toString("hex") }, call.world.clock.now());
  place.alerts.set(alert.id, alert);
  return shown(alert, call);
}

function get(call: Call) {
  return shown(alertInPath(call), call);
}

/** Replaces the whole alert but for what it is and does: an optional field that is not sent is gone. */
function update(call: Call) {
  const before = alertInPath(call);
  const sent = { ...readAs(AlertUpdate, call.body), id: before.id };
  const replaced = {
    ...before,
    ...replacement(before, sent),
    updatedAt: call.world.clock.now().toISOString(),
  };
  requireTile(placeOf(call), replaced);
  placeOf(call).alerts.set(before.id, replaced);
  return shown(replaced, call);
}

function replacement(before: AlertRecord, sent: Alert) {
  const channel = alertChannels(sent)[0] ?? before.channel;
  const { savedSearchId, savedSearch } = sent;
  return {
    name: sent.name ?? "",
    message: sent.message ?? "",
    threshold: sent.threshold ?? before.threshold,
    thresholdMax: sent.thresholdMax ?? undefined,
    thresholdType: sent.thresholdType ?? before.thresholdType,
    interval: sent.interval ?? before.interval,
    source: sent.source ?? before.source,
    channel: { type: channel.type ?? "webhook", webhookId: channel.webhookId ?? "" },
    tileId: sent.tileId ?? undefined,
    dashboardId: alertDashboardId(sent),
    savedSearchId: savedSearchId ?? (typeof savedSearch === "string" ? savedSearch : undefined),
    others: Object.fromEntries(Object.entries(sent).filter(([name]) => !knownFields.has(name))),
  };
}

/** What this server knows of an alert, in the names of older and newer ones. */
const knownFields = new Set([
  "id",
  "name",
  "message",
  "threshold",
  "thresholdMax",
  "thresholdType",
  "interval",
  "source",
  "state",
  "channel",
  "channels",
  "team",
  "teamId",
  "tileId",
  "dashboard",
  "dashboardId",
  "savedSearch",
  "savedSearchId",
  "silenced",
  "createdAt",
  "updatedAt",
]);

function remove(call: Call) {
  placeOf(call).alerts.delete(alertInPath(call).id);
}

function requireTile(
  { dashboards }: ObservedPlace,
  wanted: Pick<AlertRecord, "source" | "dashboardId" | "tileId">,
) {
  if (wanted.source !== "tile") return;
  const dashboard = dashboards.get(wanted.dashboardId ?? "");
  if (!dashboard) refuseWithMessage(400, "Dashboard not found");
  if (!dashboard.tiles?.some(({ id }) => id === wanted.tileId)) refuseWithMessage(400, "Tile not found");
}

function alertInPath(call: Call): AlertRecord {
  return placeOf(call).alerts.get(idIn(call)) ?? refuseWithMessage(404, "Alert not found");
}

function shown(alert: AlertRecord, call: Call) {
  return shownAlert(alert, placeOf(call), call.world.observability.naming);
}
