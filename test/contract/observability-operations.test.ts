import { expect, onTestFinished, test } from "vitest";
import { type CloudClient, createCloudClient } from "../../src/cloud/client.ts";
import { operations } from "../../src/cloud/operations.ts";
import { neutralWireNames } from "../../src/cloud/wire-names.ts";
import type { SandboxCloud, SandboxCloudOptions } from "../../src/sandbox/cloud/server.ts";
import { routes } from "../../src/sandbox/cloud/routes.ts";
import { cloudInTest, control, organizationOf } from "../sandbox/cloud/asking.ts";
import { clientFor } from "./contract-client.ts";

const o = operations;
const surfaces = {
  managed: {
    alerts: [
      o.listManagedAlerts,
      o.createManagedAlert,
      o.getManagedAlert,
      o.updateManagedAlert,
      o.deleteManagedAlert,
    ],
    dashboards: [
      o.listManagedDashboards,
      o.createManagedDashboard,
      o.getManagedDashboard,
      o.updateManagedDashboard,
    ],
    removeDashboard: o.deleteManagedDashboard,
    sources: o.listManagedSources,
  },
  "stand-alone": {
    alerts: [
      o.listStandaloneAlerts,
      o.createStandaloneAlert,
      o.getStandaloneAlert,
      o.updateStandaloneAlert,
      o.deleteStandaloneAlert,
    ],
    dashboards: [
      o.listStandaloneDashboards,
      o.createStandaloneDashboard,
      o.getStandaloneDashboard,
      o.updateStandaloneDashboard,
    ],
    removeDashboard: o.deleteStandaloneDashboard,
    sources: o.listStandaloneSources,
  },
} as const;

function standaloneClient({ standalone: { appUrl, token } }: SandboxCloud, given = token): CloudClient {
  const client = createCloudClient({
    connection: { kind: "standalone", appUrl, wireNames: neutralWireNames },
    credentials: () => Promise.resolve({ token: given }),
    random: () => 0,
  });
  onTestFinished(() => client.close());
  return client;
}

/** A client of a surface, and what its paths name beside an id. */
async function surface(kind: keyof typeof surfaces, options: SandboxCloudOptions = {}) {
  const cloud = await cloudInTest(options);
  const organization = organizationOf(cloud, "SCALE");
  const serviceId = organization.services[0]?.id ?? "";
  const client = kind === "managed" ? clientFor(cloud, organization) : standaloneClient(cloud);
  // The stand-alone paths have no serviceId and let it be.
  return { cloud, client, at: { serviceId }, ...surfaces[kind] };
}

test("every operation of the observability API has a route in the reference server", () => {
  expect(Object.keys(routes).toSorted()).toEqual(Object.keys(operations).toSorted());
});

test.each(["managed", "stand-alone"] as const)(
  "%s: a dashboard and an alert on its tile are created, read, replaced and deleted through the client",
  async (kind) => {
    const { cloud, client, at, alerts, dashboards, removeDashboard, sources } = await surface(kind);
    const [listDashboards, createDashboard, getDashboard, updateDashboard] = dashboards;
    const [listAlerts, createAlert, getAlert, updateAlert, deleteAlert] = alerts;
    const body = {
      name: "Checkout",
      tiles: [{ name: "errors", x: 0, y: 0, w: 6, h: 4, series: [] }],
      tags: [],
    };
    const made = await client.call(createDashboard, { ...at, body });
    const [tile] = made.tiles ?? [];
    expect(tile).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{24}$/), name: "errors" });
    const tiles = [...(made.tiles ?? []), { name: "more" }];
    const replaced = await client.call(updateDashboard, {
      ...at,
      id: made.id,
      body: { name: "Shop", tiles },
    });
    expect(replaced.tiles).toMatchObject([{ id: tile?.id }, { id: expect.any(String), name: "more" }]);
    expect(await client.call(getDashboard, { ...at, id: made.id })).toEqual(replaced);
    expect(await client.call(listDashboards, { ...at, query: { limit: 1, offset: 1 } })).toEqual([replaced]);

    const settings = {
      threshold: 5,
      interval: "5m",
      source: "tile",
      thresholdType: "above",
      name: "n",
      message: "m",
    };
    const channel = { type: "webhook", webhookId: "w" };
    const place = { dashboardId: made.id, tileId: tile?.id ?? "" };
    const alert = await client.call(createAlert, { ...at, body: { ...settings, ...place, channel } });
    expect(alert).toMatchObject({ ...settings, dashboard: made.id, state: "OK", channel });
    await control(cloud, "/observability", { naming: "newer" });
    const newer = await client.call(updateAlert, {
      ...at,
      id: alert.id,
      body: { ...alert, threshold: 6, own: 1 },
    });
    expect(newer).toMatchObject({ threshold: 6, dashboardId: made.id, channels: [channel], own: 1 });
    expect(await client.call(getAlert, { ...at, id: alert.id })).toEqual(newer);
    expect(await client.call(listAlerts, at)).toContainEqual(newer);
    await client.call(deleteAlert, { ...at, id: alert.id });
    await client.call(removeDashboard, { ...at, id: made.id });
    const gone = expect.objectContaining({ kind: "missing" });
    await expect(client.call(getAlert, { ...at, id: alert.id })).rejects.toEqual(gone);
    await expect(client.call(getDashboard, { ...at, id: made.id })).rejects.toEqual(gone);
    expect(await client.call(sources, at)).toMatchObject([{ name: "Logs" }, { name: "Traces" }]);
  },
);

test("a stand-alone server refuses a wrong token, a missing dashboard and the 101st request in plain text", async () => {
  const { cloud } = await surface("stand-alone", { rateLimit: true });
  const { appUrl, token } = cloud.standalone;
  const ask = async (path: string, bearer = token) => {
    const answer = await fetch(`${appUrl}/api/v2${path}`, { headers: { authorization: `Bearer ${bearer}` } });
    return { status: answer.status, text: await answer.text(), wait: answer.headers.get("retry-after") };
  };
  expect(await ask("/alerts", "wrong")).toEqual({ status: 401, text: "Unauthorized", wait: null });
  expect(await ask("/dashboards/none")).toEqual({ status: 404, text: "Not Found", wait: null });
  expect(await ask("/alerts/none")).toMatchObject({ status: 404, text: '{"message":"Alert not found"}' });
  expect(JSON.parse((await ask("/alerts?limit=1")).text)).toMatchObject({ meta: { total: 2 } });
  for (let asked = 3; asked < 100; asked += 1) await ask("/sources");
  expect(await ask("/sources")).toMatchObject({ status: 429, wait: "60" });
});
