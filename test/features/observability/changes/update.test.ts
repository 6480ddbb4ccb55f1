import { expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeRoom, changeRoom } from "./fixture.ts";
import { raising, widening } from "./updates.ts";

const redis = useRedis();

async function widthNow(room: ChangeRoom): Promise<unknown> {
  return (await room.dashboard()).tiles?.[0]?.w;
}

test.each(deployments)("%s: a change is made, and all else is as it was", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const { seen, wanted } = await widening(room);
  await room.submit(wanted);
  expect(room.modalText()).toContain("*Saving the dashboard “API Monitoring”…*");
  await room.settle();
  const [first, ...others] = seen.tiles ?? [];
  expect(await room.dashboard()).toStrictEqual({ ...seen, tiles: [{ ...first, w: 7 }, ...others] });
  expect(room.modalText()).toContain(`*Saved the dashboard “API Monitoring” of ${room.place.name}.*`);
  expect(room.modalText()).toContain("• Tile “p95 latency (ms)”: width 12 → 7");
  expect(await room.received("PUT")).toBe(1);
});

test.each(deployments)("%s: an alert is changed, and told in words", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const { seen, wanted } = await raising(room);
  await room.submit(wanted);
  await room.settle();
  expect(await room.alert()).toStrictEqual({ ...seen, threshold: 9 });
  expect(room.modalText()).toContain("• Fires when the value is 2,000 or more → is 9 or more");
  expect(room.buttons()["Show alert"]).toMatch(new RegExp(`^alerts show ${seen.id} \\S+$`));
});

test.each(deployments)("%s: what is so already is not written again", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const { seen, wanted } = await widening(room);
  await room.submit({ ...wanted, edit: { act: "describe", name: seen.name ?? "" } });
  await room.settle();
  expect(room.modalText()).toContain("*Nothing had to be changed:*");
  expect(await room.received("PUT")).toBe(0);
});

test.each(deployments)("%s: what an alert did meanwhile is no change of it", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const { seen, wanted } = await raising(room);
  await room.submit({ ...wanted, seen: { ...seen, state: "ALERT", updatedAt: "2026-01-01T00:00:00.000Z" } });
  await room.settle();
  expect((await room.alert()).threshold).toBe(9);
});

test.each(deployments)("%s: the same click again is done once", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const { wanted } = await widening(room);
  const id = await room.submit(wanted);
  const item = room.accepted.get(id);
  await room.context.changes.accept(id, item);
  await room.settle();
  await room.context.changes.accept(id, item);
  await room.settle();
  expect(room.accepted.size).toBe(1);
  expect(await room.received("PUT")).toBe(1);
});

test.each(deployments)("%s: a lost answer is found out by reading", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const { wanted } = await widening(room);
  await room.faults({ kind: "drop-after", times: 1, match: { method: "PUT" } });
  await room.submit(wanted);
  await room.settle();
  expect(room.modalText()).toContain("*Saved the dashboard");
  expect(await room.received("PUT")).toBe(1);
  expect(await widthNow(room)).toBe(7);
});

test.each(deployments)("%s: what surely did not arrive is written again", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const { wanted } = await raising(room);
  await room.faults({ kind: "drop-before", times: 1, match: { method: "PUT" } });
  await room.submit(wanted);
  await room.settle();
  expect(room.modalText()).toContain("*Saved the alert");
  expect((await room.alert()).threshold).toBe(9);
});

test.each(deployments)("%s: a server that has no time is waited for", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const { wanted } = await widening(room);
  await room.faults({ kind: "status", status: 429, times: 2, match: { method: "PUT" } });
  await room.submit(wanted);
  await room.settle();
  expect(room.modalText()).toContain("*Saved the dashboard");
});
