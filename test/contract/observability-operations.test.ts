import { expect, test } from "vitest";
import { operations } from "./operations.ts";
import { routes } from "@quartermaster/reference-cloud";
import { cloudInTest, control, organizationOf } from "../support/asking.ts";
import { clientFor } from "./contract-client.ts";
import { givenThings, observabilityCases, operationName } from "./observability-cases.ts";
import { deploymentClient, deployments, surfaceOf } from "./observability-surfaces.ts";

const rows = deployments.flatMap((deployment) =>
  Object.entries(observabilityCases).map(([does, one]) => ({ deployment, does, one })),
);

/** A deployment with its own dashboard and alert, and a client. */
async function given(deployment: (typeof deployments)[number], options = {}) {
  const cloud = await cloudInTest(options);
  const surface = surfaceOf(deployment, cloud);
  const client = deploymentClient(deployment, cloud);
  return { ...surface, cloud, surface, client, things: await givenThings(client, surface) };
}

test("every operation of the observability API has a case here, and a route in the reference server", async () => {
  const cloud = await cloudInTest();
  const named = rows.map(({ deployment, one }) => operationName(one, surfaceOf(deployment, cloud)));
  const wanted = Object.entries(operations).filter(([, { surface }]) => surface !== "management");
  expect(named.toSorted()).toEqual(wanted.map(([name]) => name).toSorted());
  expect(Object.keys(routes).toSorted()).toEqual(Object.keys(operations).toSorted());
});

test.each(rows)("$deployment: to $does works through the client", async ({ deployment, one }) => {
  const { client, surface, things } = await given(deployment);
  const answer = await one.call(client, surface, things);
  expect({ answer }).toMatchObject({ answer: one.answer(things) });
});

test.each(deployments)("%s: a deletion takes effect, and an alert goes with its dashboard", async (kind) => {
  const { client, dashboards, alerts, at, things } = await given(kind);
  await client.call(dashboards.delete, { ...at, id: things.dashboardId });
  const gone = expect.objectContaining({ kind: "missing", unserved: false });
  await expect(client.call(dashboards.get, { ...at, id: things.dashboardId })).rejects.toEqual(gone);
  await expect(client.call(alerts.get, { ...at, id: things.alertId })).rejects.toEqual(gone);
  await expect(client.call(alerts.delete, { ...at, id: things.alertId })).rejects.toEqual(gone);
});

test.each(deployments)("%s: newer names are read, and written back unchanged", async (kind) => {
  const { cloud, client, dashboards, alerts, at, things } = await given(kind);
  await control(cloud, "/observability", { naming: "newer" });
  const id = things.alertId;
  const read = await client.call(alerts.get, { ...at, id });
  expect(read).toMatchObject({ dashboardId: things.dashboardId, channels: [read.channel] });
  const email = { type: "email", to: "ops@example.com" };
  const body = { ...read, channels: [...(read.channels ?? []), email], own: { kept: true } };
  expect(await client.call(alerts.update, { ...at, id, body })).toMatchObject(body);

  const board = await client.call(dashboards.get, { ...at, id: things.dashboardId });
  expect(board.tiles?.[0]).toHaveProperty("config.displayType", "number");
  const renamed = { ...board, name: "Same", tiles: board.tiles ?? [] };
  await client.call(dashboards.update, { ...at, id: board.id, body: renamed });
  expect(await client.call(dashboards.get, { ...at, id: board.id })).toEqual(renamed);
});

test("only a stand-alone server takes an alert on a saved search or between two thresholds", async () => {
  const threshold = { threshold: 5, thresholdMax: 9, thresholdType: "between", interval: "5m" };
  const rest = { name: "n", message: "Look at the logs", channel: { type: "webhook", webhookId: "w" } };
  const body = { ...rest, ...threshold, source: "saved_search" as const, savedSearchId: "any" };
  const { client, alerts, at } = await given("stand-alone");
  expect(await client.call(alerts.create, { ...at, body })).toMatchObject({
    source: "saved_search",
    savedSearch: "any",
    thresholdMax: 9,
  });
  const managed = await given("managed");
  await expect(managed.client.call(managed.alerts.create, { ...managed.at, body })).rejects.toMatchObject({
    kind: "user",
    field: "dashboardId",
  });
});

test.each(deployments)(
  "%s: the 101st request of a minute fails as limited, and the wait is shared",
  async (kind) => {
    const { cloud, dashboards, listSources, at } = await given(kind, { rateLimit: true });
    const pauses: number[] = [];
    const requestQuota = { take: async () => undefined, pause: async (ms: number) => void pauses.push(ms) };
    const client = deploymentClient(kind, cloud, { requestQuota, limits: { callTimeoutMs: 20_000 } });
    // Two were made.
    for (let asked = 2; asked < 100; asked += 1) await client.call(listSources, at);
    await expect(client.call(dashboards.list, at)).rejects.toMatchObject({
      kind: "limited",
      retryAfterMs: 60_000,
    });
    expect(pauses).toEqual([60_000]);
    const management = clientFor(cloud, organizationOf(cloud, "SCALE"));
    expect(await management.call(operations.listServices, {})).toHaveLength(2);
  },
);
