import { expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { changeFixture } from "./fixture.ts";
import { creations, namesOf, newAlert } from "./creations.ts";

const redis = useRedis();

test.each(creations)(
  "%s, %s: it is created, and the modal has buttons for the next steps",
  async (deployment, thing, wanted) => {
    const fixture = await changeFixture(redis.client, deployment);
    await fixture.submit(await wanted(fixture));
    expect(fixture.modalText()).toContain(`*Creating the ${thing}…*`);
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain(`*Created the ${thing} of ${fixture.target.name}.*`);
    expect(await namesOf(fixture)).toHaveLength(1);
    const [show, test] = [Object.keys(fixture.buttons()), thing.startsWith("alert") ? ["Send a test"] : []];
    expect(show).toEqual([thing.startsWith("alert") ? "Show rule" : "Show dashboard", ...test]);
  },
);

test.each(deployments)("%s: a rate limit is waited out, and nothing is created twice", async (deployment) => {
  const fixture = await changeFixture(redis.client, deployment);
  await fixture.faults({ kind: "status", status: 429, times: 2, match: { method: "POST" } });
  await fixture.submit(await newAlert(fixture));
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("*Created the alert");
  expect(await namesOf(fixture)).toHaveLength(1);
});

test("the server's refusal is shown at its field", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const change = await newAlert(fixture);
  await fixture.submit({ ...change, body: { ...change.body, name: " " } });
  await fixture.resolveAll();
  expect(fixture.modals.get("V1")?.callback_id).toBe("form:rename-in-test");
  expect(fixture.modalText()).toContain("name: must not be empty");
});

test("if the server fails until the time limit, nothing is created", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const change = await newAlert(fixture);
  await fixture.submit(change);
  await fixture.faults({ kind: "status", status: 503, match: { method: "GET" } });
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("wasn't created.*");
  expect(await fixture.received("POST")).toBe(0);
});

test("an alert that was created here is remembered until it is deleted", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const change = await newAlert(fixture);
  await fixture.submit({ ...change, hookId: "h1" });
  await fixture.resolveAll();
  const [made] = await fixture.context.madeAlerts.list();
  const { connection, serviceId } = fixture.target;
  const { dashboardId, tileId } = await fixture.alert();
  expect(made).toMatchObject({
    connection,
    name: "Slow checkout",
    threshold: 5,
    webhookId: "w1",
    hookId: "h1",
  });
  expect(made).toMatchObject({ userId: "UADA", channelId: "C1", ...(serviceId && { serviceId }) });
  expect([made?.dashboardId, made?.tileId]).toEqual([dashboardId ?? made?.dashboardId, tileId]);
  const seen = await fixture.there.alerts.get(made?.alertId ?? "");
  const edit = { name: "Slower", threshold: 7, webhookId: "w2" };
  await fixture.submit({ kind: "update-alert", id: seen.id, seen, edit, hookId: "h2" });
  await fixture.resolveAll();
  expect(await fixture.context.madeAlerts.find(seen.id)).toEqual({ ...made, ...edit, hookId: "h2" });
  expect(await fixture.context.webhookTargets.list()).toContainEqual(
    expect.objectContaining({ webhookId: "w2", hookId: "h2" }),
  );
  await fixture.submit({ kind: "delete-alert", id: seen.id, name: "Slower" });
  await fixture.resolveAll();
  expect(await fixture.context.madeAlerts.list()).toEqual([]);
});

test("an alert is stored under the new name of a connection that is renamed during the creation", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  await fixture.submit({ ...(await newAlert(fixture)), hookId: "h1" });
  fixture.beforeCall = async (method) => {
    if (method === "POST") await fixture.context.connections.rename(fixture.target.connection, "north");
  };
  await fixture.resolveAll();
  expect(await fixture.context.madeAlerts.list()).toMatchObject([{ connection: "north" }]);
  expect(await fixture.context.webhookTargets.list()).toMatchObject([{ connection: "north" }]);
});

test("changes on a copied server do not affect the record of the original server's alert", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const seen = await fixture.alert();
  const { id: alertId } = seen;
  const at = "2026-11-20T10:00:00.000Z";
  const first = { connection: "production", serviceId: "s-first", hookId: "h-first", webhookId: "w-first" };
  await fixture.context.madeAlerts.remember({ alertId, ...first, name: "First", userId: "UBOB", at });
  const before = await fixture.context.madeAlerts.list();
  await fixture.submit({ kind: "update-alert", id: alertId, seen, edit: { name: "Copied" } });
  await fixture.resolveAll();
  expect(await fixture.context.madeAlerts.list()).toEqual(before);
  await fixture.submit({ kind: "delete-alert", id: alertId, name: "Copied" });
  await fixture.resolveAll();
  expect(await fixture.context.madeAlerts.list()).toEqual(before);
});

test("an alert that moves from a saved search to a tile is recorded with only the tile", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const { body } = await newAlert(fixture);
  if (!("tileId" in body)) throw new Error("It is not on a tile.");
  const { dashboardId, tileId, ...rule } = body;
  const onSearch = { ...rule, source: "saved_search" as const, savedSearchId: "65f2c0a1b3d4e5f607182939" };
  await fixture.submit({ kind: "create-alert", body: onSearch });
  await fixture.resolveAll();
  const [made] = await fixture.context.madeAlerts.list();
  expect(made?.savedSearchId).toBe(onSearch.savedSearchId);
  const seen = await fixture.there.alerts.get(made?.alertId ?? "");
  await fixture.submit({ kind: "update-alert", id: seen.id, seen, edit: { tile: { dashboardId, tileId } } });
  await fixture.resolveAll();
  const { savedSearchId: _search, ...others } = made ?? {};
  expect(await fixture.context.madeAlerts.list()).toEqual([{ ...others, dashboardId, tileId }]);
});
