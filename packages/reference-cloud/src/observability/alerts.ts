import { AlertCreation, StandaloneAlertCreation, managedAlerts, standaloneAlerts } from "../contract.ts";
import { type Call, route } from "../route.ts";
import { replacement, requireMessage, requireSound } from "./alert-bodies.ts";
import { idIn, targetOf } from "./at-target.ts";
import { newId } from "./new-id.ts";
import { type AlertRecord, newAlert } from "./target.ts";
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
  return [...targetOf(call).alerts.values()].map((alert) => shown(alert, call));
}

function create(call: Call, creation: typeof AlertCreation | typeof StandaloneAlertCreation) {
  const target = targetOf(call);
  const created = readAs(creation, call.body);
  requireMessage(target, created);
  requireSound(target, created);
  const alert = newAlert({ ...created, message: created.message ?? "", id: newId() }, call.world.clock.now());
  if ("groupBy" in created && created.groupBy) alert.others = { groupBy: created.groupBy };
  target.alerts.set(alert.id, alert);
  return shown(alert, call);
}

function get(call: Call) {
  return shown(alertInPath(call), call);
}

/** Replaces the whole alert except its identity and its state. */
function update(call: Call) {
  const target = targetOf(call);
  const before = alertInPath(call);
  const updatedAt = call.world.clock.now().toISOString();
  const replaced = { ...before, ...replacement(call.body, target), updatedAt };
  requireSound(target, replaced);
  target.alerts.set(before.id, replaced);
  return shown(replaced, call);
}

function remove(call: Call) {
  targetOf(call).alerts.delete(alertInPath(call).id);
}

function alertInPath(call: Call): AlertRecord {
  return targetOf(call).alerts.get(idIn(call)) ?? refuseWithMessage(404, "Alert not found");
}

function shown(alert: AlertRecord, call: Call) {
  return shownAlert(alert, targetOf(call), call.world.observability.naming);
}
