/** What the product and this server share: the operations of the API, and the rules of their bodies. */
export { closestIssues } from "../../../src/platform/cloud/transport/outgoing.ts";
export { readUsageCost, UsageCostQuery } from "../../../src/platform/cloud/costs/usage.ts";
export {
  hasItsRange,
  AlertCreation,
  StandaloneAlertCreation,
} from "../../../src/platform/cloud/observability/alert.ts";
export {
  Alert,
  AlertUpdate,
  alertChannels,
  alertDashboardId,
  alertSavedSearchId,
  managedAlerts,
  standaloneAlerts,
} from "../../../src/platform/cloud/observability/alert.ts";
export {
  type Dashboard,
  DashboardContent,
  managedDashboards,
  standaloneDashboards,
} from "../../../src/platform/cloud/observability/dashboard.ts";
export {
  listManagedSources,
  listStandaloneSources,
} from "../../../src/platform/cloud/observability/source.ts";
export type { Surface, Operation } from "../../../src/platform/cloud/operation.ts";
export { listBackups } from "../../../src/platform/cloud/services/backup.ts";
export {
  ScalingChange,
  ServiceChange,
  StateChange,
  changeService,
  changeServiceState,
  deleteService,
  scaleService,
} from "../../../src/platform/cloud/services/service.ts";
export { organizationProblems } from "../../../src/platform/cloud/services/organization-rules.ts";
export {
  type FieldProblem,
  ServiceRequest,
  serviceRequestProblems,
  type organizationTiers,
  providers,
  regionsByProvider,
} from "../../../src/platform/cloud/services/request.ts";
export { createService, getService, listServices } from "../../../src/platform/cloud/services/service.ts";
export {
  toWirePath,
  type WireNames,
  neutralWireNames,
  toWire,
} from "../../../src/platform/cloud/connection.ts";
