import { expect } from "vitest";
import type { CloudClient } from "../../src/platform/cloud/client.ts";
import { operations } from "./operations.ts";
import type { surfaceOf } from "./observability-surfaces.ts";

type Surface = ReturnType<typeof surfaceOf>;

/** The subjects of a case: a dashboard, its tile, and an alert on that. */
export interface Given {
  dashboardId: string;
  tileId: string;
  alertId: string;
}

/** One call of an operation through the client, and a pattern for its result. */
export interface ObservabilityCase {
  readonly operation: (surface: Surface) => object;
  readonly call: (client: CloudClient, surface: Surface, given: Given) => Promise<unknown>;
  readonly answer: (given: Given) => unknown;
}

const anId = expect.stringMatching(/^[0-9a-f]{24}$/);
const series = [{ type: "number", dataSource: "events", aggFn: "count", where: "level:error" }];
const tile = { name: "Errors", x: 0, y: 0, w: 6, h: 4, asRatio: false, series };
const content = { name: "Checkout", tiles: [tile], tags: ["prod"] };
const channel = { type: "webhook", webhookId: "w1" };
const settings = {
  name: "Many errors",
  message: "Look",
  threshold: 5,
  interval: "5m",
  source: "tile",
  thresholdType: "above",
  channel,
};

/** A dashboard with a tile, and an alert on it, created through the client. */
export async function givenThings(client: CloudClient, { dashboards, alerts, at }: Surface): Promise<Given> {
  const { id: dashboardId, tiles } = await client.call(dashboards.create, { ...at, body: content });
  const tileId = tiles?.[0]?.id ?? "";
  const body = { ...settings, dashboardId, tileId };
  const { id: alertId } = await client.call(alerts.create, { ...at, body });
  return { dashboardId, tileId, alertId };
}

const dashboardOf = ({ dashboardId, tileId }: Given) => ({
  ...content,
  id: dashboardId,
  tiles: [{ ...tile, id: tileId }],
});
const alertOf = ({ alertId, dashboardId, tileId }: Given) => ({
  ...settings,
  id: alertId,
  dashboard: dashboardId,
  tileId,
  state: "active",
  team: anId,
});

/** A case for each operation of the observability API, in either deployment. */
export const observabilityCases: Readonly<Record<string, ObservabilityCase>> = {
  "list dashboards": {
    operation: ({ dashboards }) => dashboards.list,
    call: (client, { dashboards, at }) => client.call(dashboards.list, at),
    answer: (given) => expect.arrayContaining([expect.objectContaining(dashboardOf(given))]),
  },
  "create a dashboard": {
    operation: ({ dashboards }) => dashboards.create,
    call: (client, { dashboards, at }) => client.call(dashboards.create, { ...at, body: content }),
    answer: () => ({ ...content, id: anId, tiles: [{ ...tile, id: anId }] }),
  },
  "get a dashboard": {
    operation: ({ dashboards }) => dashboards.get,
    call: (client, { dashboards, at }, { dashboardId: id }) => client.call(dashboards.get, { ...at, id }),
    answer: dashboardOf,
  },
  "update a dashboard": {
    operation: ({ dashboards }) => dashboards.update,
    call: (client, { dashboards, at }, given) => {
      const body = { ...dashboardOf(given), name: "Shop", refreshSeconds: 30 };
      return client.call(dashboards.update, { ...at, id: given.dashboardId, body });
    },
    answer: (given) => ({ ...dashboardOf(given), name: "Shop", refreshSeconds: 30 }),
  },
  "delete a dashboard": {
    operation: ({ dashboards }) => dashboards.delete,
    call: (client, { dashboards, at }, { dashboardId: id }) => client.call(dashboards.delete, { ...at, id }),
    answer: () => ({}),
  },
  "list alerts": {
    operation: ({ alerts }) => alerts.list,
    call: (client, { alerts, at }) => client.call(alerts.list, at),
    answer: (given) => expect.arrayContaining([expect.objectContaining(alertOf(given))]),
  },
  "create an alert": {
    operation: ({ alerts }) => alerts.create,
    call: (client, { alerts, at }, { dashboardId, tileId }) =>
      client.call(alerts.create, { ...at, body: { ...settings, dashboardId, tileId } }),
    answer: (given) => ({ ...alertOf(given), id: anId }),
  },
  "get an alert": {
    operation: ({ alerts }) => alerts.get,
    call: (client, { alerts, at }, { alertId: id }) => client.call(alerts.get, { ...at, id }),
    answer: alertOf,
  },
  "update an alert": {
    operation: ({ alerts }) => alerts.update,
    call: (client, { alerts, at }, given) =>
      client.call(alerts.update, {
        ...at,
        id: given.alertId,
        body: { ...settings, dashboard: given.dashboardId, tileId: given.tileId, threshold: 6, own: 1 },
      }),
    answer: (given) => ({ ...alertOf(given), threshold: 6, own: 1 }),
  },
  "delete an alert": {
    operation: ({ alerts }) => alerts.delete,
    call: (client, { alerts, at }, { alertId: id }) => client.call(alerts.delete, { ...at, id }),
    answer: () => ({}),
  },
  "list sources": {
    operation: ({ listSources }) => listSources,
    call: (client, { listSources, at }) => client.call(listSources, at),
    answer: () => expect.arrayContaining([expect.objectContaining({ name: "Logs", kind: "log" })]),
  },
};

/** The name of a case's operation on a surface. */
export function operationName({ operation }: ObservabilityCase, surface: Surface): string {
  const wanted = operation(surface);
  return Object.entries(operations).find(([, one]) => one === wanted)?.[0] ?? "";
}
