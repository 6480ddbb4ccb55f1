import { managedAlerts, standaloneAlerts } from "./observability/alert.ts";
import { listBackups } from "./services/backup.ts";
import { managedDashboards, standaloneDashboards } from "./observability/dashboard.ts";
import { createService, getService, listServices } from "./services/service.ts";
import { listManagedSources, listStandaloneSources } from "./observability/source.ts";
import { readUsageCost } from "./costs/usage.ts";

/** Every operation of the three surfaces by its name, documented or not. */
export const operations = {
  createService,
  listServices,
  getService,
  listBackups,
  readUsageCost,
  listManagedDashboards: managedDashboards.list,
  createManagedDashboard: managedDashboards.create,
  getManagedDashboard: managedDashboards.get,
  updateManagedDashboard: managedDashboards.update,
  deleteManagedDashboard: managedDashboards.delete,
  listManagedAlerts: managedAlerts.list,
  createManagedAlert: managedAlerts.create,
  getManagedAlert: managedAlerts.get,
  updateManagedAlert: managedAlerts.update,
  deleteManagedAlert: managedAlerts.delete,
  listManagedSources,
  listStandaloneDashboards: standaloneDashboards.list,
  createStandaloneDashboard: standaloneDashboards.create,
  getStandaloneDashboard: standaloneDashboards.get,
  updateStandaloneDashboard: standaloneDashboards.update,
  deleteStandaloneDashboard: standaloneDashboards.delete,
  listStandaloneAlerts: standaloneAlerts.list,
  createStandaloneAlert: standaloneAlerts.create,
  getStandaloneAlert: standaloneAlerts.get,
  updateStandaloneAlert: standaloneAlerts.update,
  deleteStandaloneAlert: standaloneAlerts.delete,
  listStandaloneSources,
} as const;
