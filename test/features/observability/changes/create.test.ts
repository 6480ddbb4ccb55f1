import { expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { changeRoom } from "./fixture.ts";
import { creations, namesOf, newAlert } from "./creations.ts";

const redis = useRedis();

test.each(creations)(
  "%s, %s: it is created, and its person is shown the ways on",
  async (deployment, thing, wanted) => {
    const room = await changeRoom(redis.client, deployment);
    await room.submit(await wanted(room));
    expect(room.modalText()).toContain(`*Creating the ${thing}…*`);
    await room.settle();
    expect(room.modalText()).toContain(`*Created the ${thing} of ${room.place.name}.*`);
    expect(await namesOf(room)).toHaveLength(1);
    const [show, test] = [Object.keys(room.buttons()), thing.startsWith("alert") ? ["Send a test"] : []];
    expect(show).toEqual([thing.startsWith("alert") ? "Show alert" : "Show dashboard", ...test]);
  },
);

test.each(deployments)(
  "%s: a server that has no time is waited for, and nothing is created twice",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    await room.faults({ kind: "status", status: 429, times: 2, match: { method: "POST" } });
    await room.submit(await newAlert(room));
    await room.settle();
    expect(room.modalText()).toContain("*Created the alert");
    expect(await namesOf(room)).toHaveLength(1);
  },
);

test.each(deployments)("%s: what the server refuses comes back on its field", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const change = await newAlert(room);
  await room.submit({ ...change, body: { ...change.body, name: " " } });
  await room.settle();
  expect(room.modals.get("V1")?.callback_id).toBe("form:rename-in-test");
  expect(room.modalText()).toContain("name: must not be empty");
});

test.each(deployments)(
  "%s: a server that cannot be reached gets two minutes, and then nothing was created",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    const change = await newAlert(room);
    await room.submit(change);
    await room.faults({ kind: "status", status: 503, match: { method: "GET" } });
    await room.settle();
    expect(room.modalText()).toContain("was not created.*");
    expect(await room.received("POST")).toBe(0);
  },
);

test.each(deployments)(
  "%s: an alert that was made here is known as such until it is deleted",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    const change = await newAlert(room);
    await room.submit({ ...change, hookId: "h1" });
    await room.settle();
    const [made] = await room.context.madeAlerts.list();
    const { connection, serviceId } = room.place;
    const { dashboardId, tileId } = await room.alert();
    expect(made).toMatchObject({
      connection,
      name: "Slow checkout",
      threshold: 5,
      webhookId: "w1",
      hookId: "h1",
    });
    expect(made).toMatchObject({ userId: "UADA", channelId: "C1", ...(serviceId && { serviceId }) });
    expect([made?.dashboardId, made?.tileId]).toEqual([dashboardId ?? made?.dashboardId, tileId]);
    const seen = await room.there.getAlert(made?.alertId ?? "");
    const edit = { name: "Slower", threshold: 7, webhookId: "w2" };
    await room.submit({ kind: "update-alert", id: seen.id, seen, edit, hookId: "h2" });
    await room.settle();
    expect(await room.context.madeAlerts.find(seen.id)).toEqual({ ...made, ...edit, hookId: "h2" });
    expect(await room.context.webhookTargets.list()).toContainEqual(
      expect.objectContaining({ webhookId: "w2", hookId: "h2" }),
    );
    await room.submit({ kind: "delete-alert", id: seen.id, name: "Slower" });
    await room.settle();
    expect(await room.context.madeAlerts.list()).toEqual([]);
  },
);

test.each(deployments)(
  "%s: an alert is known under the name that its connection was given while it was created",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    await room.submit({ ...(await newAlert(room)), hookId: "h1" });
    room.beforeCall = async (method) => {
      if (method === "POST") await room.context.connections.rename(room.place.connection, "north");
    };
    await room.settle();
    expect(await room.context.madeAlerts.list()).toMatchObject([{ connection: "north" }]);
    expect(await room.context.webhookTargets.list()).toMatchObject([{ connection: "north" }]);
  },
);

test.each(deployments)(
  "%s: what is changed or deleted on a copy of a server changes nothing of what is known of the first one's alert",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    const seen = await room.alert();
    const { id: alertId } = seen;
    const at = "2026-11-20T10:00:00.000Z";
    const first = { connection: "production", serviceId: "s-first", hookId: "h-first", webhookId: "w-first" };
    await room.context.madeAlerts.remember({ alertId, ...first, name: "First", userId: "UBOB", at });
    const before = await room.context.madeAlerts.list();
    await room.submit({ kind: "update-alert", id: alertId, seen, edit: { name: "Copied" } });
    await room.settle();
    expect(await room.context.madeAlerts.list()).toEqual(before);
    await room.submit({ kind: "delete-alert", id: alertId, name: "Copied" });
    await room.settle();
    expect(await room.context.madeAlerts.list()).toEqual(before);
  },
);

test("an alert that moves from a saved search to a tile is known by that alone", async () => {
  const room = await changeRoom(redis.client, "stand-alone");
  const { body } = await newAlert(room);
  if (!("tileId" in body)) throw new Error("It is on a tile.");
  const { dashboardId, tileId, ...rule } = body;
  const onSearch = { ...rule, source: "saved_search" as const, savedSearchId: "65f2c0a1b3d4e5f607182939" };
  await room.submit({ kind: "create-alert", body: onSearch });
  await room.settle();
  const [made] = await room.context.madeAlerts.list();
  expect(made?.savedSearchId).toBe(onSearch.savedSearchId);
  const seen = await room.there.getAlert(made?.alertId ?? "");
  await room.submit({ kind: "update-alert", id: seen.id, seen, edit: { tile: { dashboardId, tileId } } });
  await room.settle();
  const { savedSearchId: _search, ...others } = made ?? {};
  expect(await room.context.madeAlerts.list()).toEqual([{ ...others, dashboardId, tileId }]);
});
