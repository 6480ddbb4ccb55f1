import {
  AlertCreation,
  StandaloneAlertCreation,
} from "../../../platform/cloud/observability/alert-creation.ts";
import { managedAlerts, standaloneAlerts } from "../../../platform/cloud/observability/alert.ts";
import { type Call, route } from "../route.ts";
import { replacement, requireMessage, requireSound } from "./alert-bodies.ts";
import { idIn, placeOf } from "./at-place.ts";
import { newId } from "./new-id.ts";
import { type AlertRecord, newAlert } from "./place.ts";
import { readAs } from "./read-body.ts";
import { refuseWithMessage } from "./refusals.ts";
import { shownAlert } from "./shown-alert.ts";

/** The operations on alerts, on both surfaces. */
export const alertRoutes = {
  listManagedAlerts: route(managedAlerts.list, list),
  createManagedAlert: route(managedAlerts.create, (call) => create(call, AlertCreation)),
  getManagedAlert: route(managedAlerts.get, get),
  updateManagedAlert: route(managedAlerts.update, update),
  deleteManagedAlert: route(managedAlerts.delete, remove),
  listStandaloneAlerts: route(standaloneAlerts.list, list),
  createStandaloneAlert: route(standaloneAlerts.create, (call) => create(call, StandaloneAlertCreation)),
  getStandaloneAlert: route(standaloneAlerts.get, get),
  updateStandaloneAlert: route(standaloneAlerts.update, update),
  deleteStandaloneAlert: route(standaloneAlerts.delete, remove),
};

function list(call: Call) {
  return [...placeOf(call).alerts.values()].map((alert) => shown(alert, call));
}

function create(call: Call, creation: typeof AlertCreation | typeof StandaloneAlertCreation) {
  const place = placeOf(call);
  const created = readAs(creation, call.body);
  requireMessage(place, created);
  requireSound(place, created);
  const alert = newAlert({ ...created, id: newId() }, call.world.clock.now());
  if ("groupBy" in created && created.groupBy) alert.others = { groupBy: created.groupBy };
  place.alerts.set(alert.id, alert);
  return shown(alert, call);
}

function get(call: Call) {
  return shown(alertInPath(call), call);
}

/** Replaces the whole alert but for what it is and does. */
function update(call: Call) {
  const place = placeOf(call);
  const before = alertInPath(call);
  const updatedAt = call.world.clock.now().toISOString();
  const replaced = { ...before, ...replacement(call.body, place), updatedAt };
  requireSound(place, replaced);
  place.alerts.set(before.id, replaced);
  return shown(replaced, call);
}

function remove(call: Call) {
  placeOf(call).alerts.delete(alertInPath(call).id);
}

function alertInPath(call: Call): AlertRecord {
  return placeOf(call).alerts.get(idIn(call)) ?? refuseWithMessage(404, "Alert not found");
}

function shown(alert: AlertRecord, call: Call) {
  return shownAlert(alert, placeOf(call), call.world.observability.naming);
}
