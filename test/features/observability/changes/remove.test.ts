import { expect, test } from "vitest";
import type { WantedChange } from "../../../../src/features/observability/changes/change.ts";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeRoom, changeRoom } from "./fixture.ts";

const redis = useRedis();

async function alertGone(room: ChangeRoom): Promise<Extract<WantedChange, { kind: "delete-alert" }>> {
  const { id, name } = await room.alert();
  return { kind: "delete-alert", id, name: name ?? "" };
}

async function dashboardGone(room: ChangeRoom): Promise<Extract<WantedChange, { kind: "delete-dashboard" }>> {
  const { id, name } = await room.dashboard();
  return { kind: "delete-dashboard", id, name: name ?? "" };
}

const kinds = deployments.flatMap((deployment) => [
  [deployment, "alert", alertGone] as const,
  [deployment, "dashboard", dashboardGone] as const,
]);

async function isThere(room: ChangeRoom, id: string): Promise<boolean> {
  const all = [...(await room.there.listAlerts()), ...(await room.there.listDashboards())];
  return all.some((one) => one.id === id);
}

test.each(kinds)("%s, %s: it is deleted, and told by name and place", async (deployment, noun, wanted) => {
  const room = await changeRoom(redis.client, deployment);
  const change = await wanted(room);
  await room.submit(change);
  await room.settle();
  expect(room.modalText()).toContain(`*Deleted the ${noun} “${change.name}” of ${room.place.name}.*`);
  expect(Object.keys(room.buttons())).toEqual([`Show all ${noun}s`]);
  expect(await isThere(room, change.id)).toBe(false);
});

test.each(kinds)("%s, %s: what is gone already is said so", async (deployment, _noun, wanted) => {
  const room = await changeRoom(redis.client, deployment);
  const change = await wanted(room);
  await room.submit(change);
  await room.settle();
  await room.submit({ ...change, name: "Other" });
  await room.settle();
  expect(room.modalText()).toContain("*Nothing had to be deleted:*");
  expect(room.modalText()).toContain("was gone already.");
});

test.each(kinds)("%s, %s: what has another name by now is not deleted", async (deployment, noun, wanted) => {
  const room = await changeRoom(redis.client, deployment);
  const change = await wanted(room);
  await room.submit({ ...change, name: "As it was called" });
  await room.settle();
  expect(room.modalText()).toContain(`it is called “${change.name}” by now.* Nothing was deleted.`);
  expect(room.buttons()["Delete it all the same"]).toMatch(new RegExp(`^${noun}s delete ${change.id} \\S+$`));
  expect(await isThere(room, change.id)).toBe(true);
  expect(await room.received("DELETE")).toBe(0);
});

test.each(kinds)("%s, %s: a lost answer is found out by looking", async (deployment, _noun, wanted) => {
  const room = await changeRoom(redis.client, deployment);
  const change = await wanted(room);
  await room.faults({ kind: "drop-after", times: 1, match: { method: "DELETE" } });
  await room.submit(change);
  await room.settle();
  expect(room.modalText()).toContain("*Deleted the");
  expect(await room.received("DELETE")).toBe(1);
});

test.each(kinds)(
  "%s, %s: a lost answer is found out by the list, where the server reads no single one",
  async (deployment, noun, wanted) => {
    const room = await changeRoom(redis.client, deployment);
    const change = await wanted(room);
    const noSingle = { method: "GET", pathPattern: `/*/${noun}s/:id` };
    await room.faults(
      { kind: "unserved", match: noSingle },
      { kind: "drop-after", times: 1, match: { method: "DELETE" } },
    );
    await room.submit(change);
    await room.settle();
    expect(room.modalText()).toContain(`*Deleted the ${noun} “${change.name}”`);
    expect(await room.received("DELETE")).toBe(1);
  },
);

test.each(kinds)("%s, %s: what surely did not arrive is sent again", async (deployment, _noun, wanted) => {
  const room = await changeRoom(redis.client, deployment);
  const change = await wanted(room);
  await room.faults({ kind: "drop-before", times: 1, match: { method: "DELETE" } });
  await room.submit(change);
  await room.settle();
  expect(room.modalText()).toContain("*Deleted the");
  expect(await isThere(room, change.id)).toBe(false);
});

test.each(kinds)("%s, %s: a server that does not delete says so", async (deployment, noun, wanted) => {
  const room = await changeRoom(redis.client, deployment);
  const change = await wanted(room);
  await room.faults({ kind: "unserved", match: { method: "DELETE" } });
  await room.submit(change);
  await room.settle();
  expect(room.modalText()).toContain(`This server does not offer deleting ${noun}s`);
  expect(await isThere(room, change.id)).toBe(true);
});
