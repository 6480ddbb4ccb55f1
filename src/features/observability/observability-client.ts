import { type Alert, managedAlerts, standaloneAlerts } from "../../platform/cloud/observability/alert.ts";
import type { Departure } from "../../platform/cloud/client.ts";
import {
  type Dashboard,
  managedDashboards,
  standaloneDashboards,
} from "../../platform/cloud/observability/dashboard.ts";
import { surveyPages } from "../../platform/cloud/lists.ts";
import type { Survey } from "../../lib/unreadable.ts";
import type { OperationInput } from "../../platform/cloud/operation.ts";
import {
  type Source,
  pageManagedSources,
  pageStandaloneSources,
  sourceId,
} from "../../platform/cloud/observability/source.ts";
import type { ObservabilityContext } from "./context.ts";
import type { ObservabilityTarget } from "./target.ts";
import { offered, orListed } from "./readable.ts";

/** What dashboards are made of, and replaced with. */
export type DashboardBody = OperationInput<typeof standaloneDashboards.create>["body"];
/** What alerts are made of. */
export type AlertBody = OperationInput<typeof standaloneAlerts.create>["body"];
/** What alerts are replaced with: all that was read. */
export type AlertReplacement = OperationInput<typeof standaloneAlerts.update>["body"];

/**
 * The observability API of one place, the same for both deployments. An operation that the server does not have fails as
 * `missing` and `unserved`, in words that say so; all else fails as the client's calls do.
 */
export interface ObservabilityClient {
  /** Those that can be read. */
  listDashboards(): Promise<Dashboard[]>;
  /** The same, and what is there that cannot be read. */
  surveyDashboards(): Promise<Survey<Dashboard>>;
  /** By the list where the server cannot read a single one. */
  getDashboard(id: string): Promise<Dashboard>;
  createDashboard(body: DashboardBody, departure?: Departure): Promise<Dashboard>;
  /** Replaces the whole: read before you write. */
  updateDashboard(id: string, body: DashboardBody): Promise<Dashboard>;
  deleteDashboard(id: string): Promise<void>;
  /** Those that can be read: who decides by what is not there uses `surveyAlerts`. */
  listAlerts(): Promise<Alert[]>;
  surveyAlerts(): Promise<Survey<Alert>>;
  /** By the list where the server cannot read a single one. */
  getAlert(id: string): Promise<Alert>;
  createAlert(body: AlertBody, departure?: Departure): Promise<Alert>;
  /** Replaces the whole: read before you write. */
  updateAlert(id: string, body: AlertReplacement): Promise<Alert>;
  deleteAlert(id: string): Promise<void>;
  /** As the server sends them; none of their fields is certain. */
  listSources(): Promise<Source[]>;
  surveySources(): Promise<Survey<Source>>;
}

const managed = { dashboards: managedDashboards, alerts: managedAlerts, sources: pageManagedSources };
const standalone = {
  dashboards: standaloneDashboards,
  alerts: standaloneAlerts,
  sources: pageStandaloneSources,
};

/** The API of a place, through its connection. */
export function observabilityClientOf(
  target: ObservabilityTarget,
  { cloudOf }: Pick<ObservabilityContext, "cloudOf">,
): ObservabilityClient {
  const cloud = cloudOf(target.connection);
  const { dashboards, alerts, sources } = target.serviceId === undefined ? standalone : managed;
  // The stand-alone paths name no service, and let it be.
  const at = { serviceId: target.serviceId ?? "" };

  const surveyDashboards = () =>
    offered("listing dashboards", () =>
      surveyPages((query) => cloud.call(dashboards.page, { ...at, query }), byId),
    );
  const surveyAlerts = () =>
    offered("listing alerts", () => surveyPages((query) => cloud.call(alerts.page, { ...at, query }), byId));
  const surveySources = () =>
    offered("listing sources", () =>
      surveyPages((query) => cloud.call(sources, { ...at, query }), sourceIdOrAll),
    );

  return {
    listDashboards: async () => (await surveyDashboards()).readable,
    surveyDashboards,
    getDashboard: (id) =>
      orListed(
        id,
        offered("reading a dashboard", () => cloud.call(dashboards.get, { ...at, id })),
        surveyDashboards,
      ),
    createDashboard: (body, departure) =>
      offered("creating dashboards", () => cloud.call(dashboards.create, { ...at, body }, { departure })),
    updateDashboard: (id, body) =>
      offered("changing dashboards", () => cloud.call(dashboards.update, { ...at, id, body })),
    deleteDashboard: async (id) =>
      void (await offered("deleting dashboards", () => cloud.call(dashboards.delete, { ...at, id }))),
    listAlerts: async () => (await surveyAlerts()).readable,
    surveyAlerts,
    getAlert: (id) =>
      orListed(
        id,
        offered("reading an alert", () => cloud.call(alerts.get, { ...at, id })),
        surveyAlerts,
      ),
    createAlert: (body, departure) =>
      offered("creating alerts", () => cloud.call(alerts.create, { ...at, body }, { departure })),
    updateAlert: (id, body) =>
      offered("changing alerts", () => cloud.call(alerts.update, { ...at, id, body })),
    deleteAlert: async (id) =>
      void (await offered("deleting alerts", () => cloud.call(alerts.delete, { ...at, id }))),
    listSources: async () => (await surveySources()).readable,
    surveySources,
  };
}

function byId({ id }: { id: string }): string {
  return id;
}

/** Nothing says that sources have ids: without one, the whole record tells them apart. */
function sourceIdOrAll(source: Source): string {
  return sourceId(source) ?? JSON.stringify(source);
}
