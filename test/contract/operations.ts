import { managedAlerts, standaloneAlerts } from "../../src/platform/cloud/observability/alert.ts";
import { listBackups } from "../../src/platform/cloud/services/backup.ts";
import { managedDashboards, standaloneDashboards } from "../../src/platform/cloud/observability/dashboard.ts";
import {
  changeService,
  changeServiceState,
  createService,
  deleteService,
  getService,
  listServices,
  scaleService,
} from "../../src/platform/cloud/services/service.ts";
import { listManagedSources, listStandaloneSources } from "../../src/platform/cloud/observability/source.ts";
import { readUsageCost } from "../../src/platform/cloud/costs/usage.ts";

/** Every operation of the three surfaces by its name, documented or not: what the client and the reference server must agree on. */
export const operations = {
  createService,
  listServices,
  getService,
  changeService,
  changeServiceState,
  scaleService,
  deleteService,
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
