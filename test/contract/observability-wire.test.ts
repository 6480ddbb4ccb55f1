import { expect, test } from "vitest";
import { survey } from "../../src/lib/json.ts";
import { observabilityClientOf } from "../../src/features/observability/observability-client.ts";
import { cloudInTest, control } from "../support/asking.ts";
import { type Deployment, deploymentClient, deployments, surfaceOf } from "./observability-surfaces.ts";
import { wireTo } from "./on-the-wire.ts";

// Fields are in the order of the specification's tables.
const time = { type: "time", dataSource: "events", aggFn: "count", where: "level:error", groupBy: [] };
const number = { type: "number", dataSource: "events", aggFn: "count", where: "level:error" };
const kept = { id: "{tileId}", name: "Errors", x: 0, y: 0, w: 8, h: 4, asRatio: false, series: [time] };
const added = { name: "Errors now", x: 8, y: 0, w: 4, h: 4, asRatio: false, series: [number] };
const content = { name: "Checkout", tiles: [kept, added], tags: ["prod"] };
const dashboard = { id: "{dashboardId}", name: "Checkout", tiles: [kept], tags: ["prod"] };

const asked = {
  dashboardId: "{dashboardId}",
  tileId: "{tileId}",
  threshold: 100,
  interval: "1h",
  source: "tile",
  thresholdType: "above",
  channel: { type: "webhook", webhookId: "w1" },
  name: "Many errors",
  message: "Look at the checkout",
};
const alert = {
  id: "{alertId}",
  name: "Many errors",
  message: "Look at the checkout",
  threshold: 100,
  interval: "1h",
  thresholdType: "above",
  source: "tile",
  state: "active",
  channel: { type: "webhook", webhookId: "w1" },
  team: "{team}",
  tileId: "{tileId}",
  dashboard: "{dashboardId}",
  createdAt: "2026-11-20T12:00:00.000Z",
  updatedAt: "2026-11-20T12:00:00.000Z",
};

/** A deployment with only the dashboard and the alert from above, and a recorded client. */
async function listenedTo(deployment: Deployment) {
  const cloud = await cloudInTest();
  const surface = surfaceOf(deployment, cloud);
  const { alerts, dashboards, at, authorization } = surface;
  const own = deploymentClient(deployment, cloud);
  for (const { id } of survey(await own.call(dashboards.list, at)).readable)
    await own.call(dashboards.delete, { ...at, id });
  for (const { id } of survey(await own.call(alerts.list, at)).readable)
    await own.call(alerts.delete, { ...at, id });
  const { id: _, ...tile } = kept;
  const board = await own.call(dashboards.create, { ...at, body: { ...content, tiles: [tile] } });
  const place = { dashboardId: board.id, tileId: board.tiles?.[0]?.id ?? "" };
  const made = await own.call(alerts.create, { ...at, body: { ...asked, ...place } });
  await control(cloud, `/alerts/${made.id}`, { saidState: "active" });

  const wire = await wireTo(cloud);
  const ids = { ...place, alertId: made.id, team: made.team ?? "" };
  const names = { ...ids, base: surface.base, authorization };
  const client = deploymentClient(deployment, cloud, { url: wire.url });
  const observed = { connection: "default", ...(deployment === "managed" && at) };
  const observabilityClient = observabilityClientOf(observed, { cloudOf: () => client });
  return { ...surface, client, observabilityClient, ids, place, last: () => wire.last(names) };
}

type Fixture = Awaited<ReturnType<typeof listenedTo>>;

interface Row {
  does: string;
  call: (fixture: Fixture) => Promise<unknown>;
  request: string;
  body?: object;
  result?: unknown;
  meta?: object;
}

const documented: Row[] = [
  {
    does: "lists dashboards",
    // As the product asks: without additions that the specification does not show.
    call: ({ observabilityClient }) => observabilityClient.dashboards.list(),
    request: "GET {base}/dashboards",
    result: [dashboard],
  },
  {
    does: "creates an alert",
    call: ({ client, alerts, at, place }) =>
      client.call(alerts.create, { ...at, body: { ...asked, ...place } }),
    request: "POST {base}/alerts",
    body: asked,
    result: { ...alert, id: "{new}", state: "active" },
  },
  {
    does: "updates a dashboard: a tile with an id is kept under it, one without gets an id",
    call: ({ client, dashboards, at, ids }) => {
      const tiles = [{ ...kept, id: ids.tileId }, added];
      return client.call(dashboards.update, { ...at, id: ids.dashboardId, body: { ...content, tiles } });
    },
    request: "PUT {base}/dashboards/{dashboardId}",
    body: content,
    result: { ...dashboard, tiles: [kept, { id: "{new}", ...added }] },
  },
  {
    does: "gets an alert",
    call: ({ client, alerts, at, ids }) => client.call(alerts.get, { ...at, id: ids.alertId }),
    request: "GET {base}/alerts/{alertId}",
    result: alert,
  },
];

const byThePattern: Row[] = [
  {
    does: "creates a dashboard",
    call: ({ client, dashboards, at }) =>
      client.call(dashboards.create, { ...at, body: { ...content, tiles: [added] } }),
    request: "POST {base}/dashboards",
    body: { ...content, tiles: [added] },
    result: { ...dashboard, id: "{new}", tiles: [{ id: "{new}", ...added }] },
  },
  {
    does: "gets a dashboard",
    call: ({ client, dashboards, at, ids }) => client.call(dashboards.get, { ...at, id: ids.dashboardId }),
    request: "GET {base}/dashboards/{dashboardId}",
    result: dashboard,
  },
  {
    does: "deletes a dashboard",
    call: ({ client, dashboards, at, ids }) => client.call(dashboards.delete, { ...at, id: ids.dashboardId }),
    request: "DELETE {base}/dashboards/{dashboardId}",
    result: {},
  },
  {
    does: "lists a page of alerts",
    call: ({ client, alerts, at }) => client.call(alerts.page, { ...at, query: { limit: 5, offset: 0 } }),
    request: "GET {base}/alerts?limit=5&offset=0",
    result: [alert],
    meta: { total: 1, limit: 5, offset: 0 },
  },
  {
    does: "updates an alert with all that was read of it, and an unknown field",
    call: async ({ client, alerts, at, ids }) => {
      const read = await client.call(alerts.get, { ...at, id: ids.alertId });
      return client.call(alerts.update, {
        ...at,
        id: ids.alertId,
        body: { ...read, threshold: 7, own: [1] },
      });
    },
    request: "PUT {base}/alerts/{alertId}",
    body: { ...alert, threshold: 7, own: [1] },
    result: { ...alert, threshold: 7, own: [1] },
  },
  {
    does: "deletes an alert",
    call: ({ client, alerts, at, ids }) => client.call(alerts.delete, { ...at, id: ids.alertId }),
    request: "DELETE {base}/alerts/{alertId}",
    result: {},
  },
];

function envelope(deployment: Deployment, { result, meta }: Row): string {
  const told = meta ? { meta } : {};
  return JSON.stringify(
    deployment === "managed"
      ? { status: 200, requestId: "{requestId}", result, ...told }
      : { data: result, ...told },
  );
}

const rows = [...documented, ...byThePattern].flatMap((row) =>
  deployments.map((deployment) => ({ ...row, deployment, row })),
);

test.each(rows)("$deployment: the client $does byte for byte", async ({ deployment, row, call, body }) => {
  const fixture = await listenedTo(deployment);
  await call(fixture);
  expect(fixture.last()).toEqual({
    request: row.request,
    authorization: "{authorization}",
    contentType: body && "application/json",
    body: body ? JSON.stringify(body) : "",
    status: "200",
    answerType: "application/json",
    answer: envelope(deployment, row),
  });
});
