import { AppError, attempt } from "../../lib/errors.ts";
import type { Survey } from "../../lib/json.ts";
import type { Departure } from "../../platform/cloud/client.ts";
import { surveyPages } from "../../platform/cloud/lists.ts";
import { type Alert, managedAlerts, standaloneAlerts } from "../../platform/cloud/observability/alert.ts";
import {
  type Dashboard,
  managedDashboards,
  standaloneDashboards,
} from "../../platform/cloud/observability/dashboard.ts";
import {
  type Source,
  pageManagedSources,
  pageStandaloneSources,
  sourceId,
} from "../../platform/cloud/observability/source.ts";
import type { OperationInput } from "../../platform/cloud/operation.ts";
import type { ServiceReaders } from "../../platform/commands/service-facts.ts";
import type { ObservabilityContext } from "./context.ts";
import { offered, orListed } from "./readable.ts";
import type { ObservabilityTarget } from "./target.ts";

/** The body that creates or replaces a dashboard. */
export type DashboardBody = OperationInput<typeof standaloneDashboards.create>["body"];
/** The body that creates an alert. */
export type AlertBody = OperationInput<typeof standaloneAlerts.create>["body"];
/** The body that replaces an alert: everything that was read. */
export type AlertReplacement = OperationInput<typeof standaloneAlerts.update>["body"];

/** A list of the observability API. */
interface Listing<Item> {
  /** The readable items. */
  list(): Promise<Item[]>;
  /** The readable and the unreadable items, for decisions by what is not there. */
  survey(): Promise<Survey<Item>>;
}

interface Resource<Item, Body, Replacement = Body> extends Listing<Item> {
  /** Reads one item, from the list if the server does not serve single ones. */
  get(id: string): Promise<Item>;
  create(body: Body, departure?: Departure): Promise<Item>;
  /** Replaces the whole item, so read before you write. */
  update(id: string, body: Replacement): Promise<Item>;
  delete(id: string): Promise<void>;
}

/**
 * The observability API of one target, the same for both deployments. An operation that the server does not have fails
 * as `missing` and `unserved`, in words for people. All else fails as the client's calls do.
 */
export interface ObservabilityClient {
  dashboards: Resource<Dashboard, DashboardBody>;
  alerts: Resource<Alert, AlertBody, AlertReplacement>;
  /** None of a source's fields is certain. */
  sources: Listing<Source>;
}

const managed = { dashboards: managedDashboards, alerts: managedAlerts, sources: pageManagedSources };
const standalone = {
  dashboards: standaloneDashboards,
  alerts: standaloneAlerts,
  sources: pageStandaloneSources,
};

/** The API of a target, through its connection. */
export function observabilityClientOf(
  target: ObservabilityTarget,
  { cloudOf }: Pick<ObservabilityContext, "cloudOf">,
): ObservabilityClient {
  const cloud = cloudOf(target.connection);
  const { dashboards, alerts, sources } = target.serviceId === undefined ? standalone : managed;
  // The paths of stand-alone servers name no service, and ignore it.
  const at = { serviceId: target.serviceId ?? "" };
  return {
    dashboards: resource<Dashboard, DashboardBody>("a dashboard", {
      survey: () => surveyPages((query) => cloud.call(dashboards.page, { ...at, query }), idOf),
      get: (id) => cloud.call(dashboards.get, { ...at, id }),
      create: (body, departure) => cloud.call(dashboards.create, { ...at, body }, { departure }),
      update: (id, body) => cloud.call(dashboards.update, { ...at, id, body }),
      delete: async (id) => void (await cloud.call(dashboards.delete, { ...at, id })),
    }),
    alerts: resource<Alert, AlertBody, AlertReplacement>("an alert rule", {
      survey: () => surveyPages((query) => cloud.call(alerts.page, { ...at, query }), idOf),
      get: (id) => cloud.call(alerts.get, { ...at, id }),
      create: (body, departure) => cloud.call(alerts.create, { ...at, body }, { departure }),
      update: (id, body) => cloud.call(alerts.update, { ...at, id, body }),
      delete: async (id) => void (await cloud.call(alerts.delete, { ...at, id })),
    }),
    sources: listing("sources", () =>
      surveyPages((query) => cloud.call(sources, { ...at, query }), sourceIdOrAll),
    ),
  };
}

function resource<Item extends { id: string }, Body, Replacement = Body>(
  one: "a dashboard" | "an alert rule",
  calls: Omit<Resource<Item, Body, Replacement>, "list">,
): Resource<Item, Body, Replacement> {
  const many = `${one.replace(/^an? /, "")}s`;
  const listed = listing(many, calls.survey);
  return {
    ...listed,
    get: (id) =>
      orListed(
        id,
        offered(`reading ${one}`, () => calls.get(id)),
        () => listed.survey(),
      ),
    create: (body, departure) => offered(`creating ${many}`, () => calls.create(body, departure)),
    update: (id, body) => offered(`changing ${many}`, () => calls.update(id, body)),
    delete: (id) => offered(`deleting ${many}`, () => calls.delete(id)),
  };
}

function listing<Item>(many: string, read: () => Promise<Survey<Item>>): Listing<Item> {
  const survey = () => offered(`listing ${many}`, read);
  return { survey, list: async () => (await survey()).readable };
}

function idOf({ id }: { id: string }): string {
  return id;
}

/** Sources may have no id. Then the whole record tells them apart. */
function sourceIdOrAll(source: Source): string {
  return sourceId(source) ?? JSON.stringify(source);
}

/** Dashboards and alert rules at the servers of services. Unknown for a server that can't list them now. */
export const dashboardsOfServices: ServiceReaders<ObservabilityContext> = {
  async read(services, context) {
    const known = await Promise.all(
      services.map(async ({ serviceId, connection }) => {
        const client = observabilityClientOf({ connection, serviceId }, context);
        const lists = await attempt(() => Promise.all([client.dashboards.survey(), client.alerts.survey()]));
        if (lists instanceof AppError) return [];
        const isRead = lists.some(({ readable, unreadable }) => readable.length + unreadable.length > 0);
        return [[serviceId, isRead] as const];
      }),
    );
    return new Map(known.flat());
  },
};
