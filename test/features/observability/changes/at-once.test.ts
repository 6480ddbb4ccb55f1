import { expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeRoom, changeRoom } from "./fixture.ts";
import { newAlert } from "./creations.ts";
import { raising, widening } from "./updates.ts";

const redis = useRedis();

/** Another change takes its step in the moment in which the first one sends what it read and changed; answers that step. */
async function inBetween(room: ChangeRoom, method: string, other: string): Promise<unknown> {
  const answers: unknown[] = [];
  room.beforeCall = async (sent) => {
    if (sent !== method) return;
    room.beforeCall = async () => {};
    answers.push(await room.step(other));
  };
  await room.settle();
  return answers[0];
}

test.each(deployments)(
  "%s: of two changes of a dashboard at once, one waits, and is asked about the other",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    const { wanted } = await widening(room);
    await room.submit(wanted);
    const other = await room.submit({ ...wanted, edit: { act: "describe", tags: ["theirs"] } });
    expect(await inBetween(room, "PUT", other)).toEqual({ againInMs: 1_000 });
    expect(room.modalText()).toContain("was changed since you opened the form");
    expect(room.modalText()).toContain("Tile “p95 latency (ms)”: width 12 → 7");
    const now = await room.dashboard();
    expect([now.tiles?.[0]?.w, now.tags]).toEqual([7, wanted.seen.tags]);
    expect(await room.received("PUT")).toBe(1);
  },
);

test.each(deployments)(
  "%s: what is renamed in the moment in which it is deleted is not deleted under its new name, nor lost unsaid",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    const { wanted } = await raising(room);
    await room.submit({ kind: "delete-alert", id: wanted.id, name: wanted.seen.name ?? "" });
    const other = await room.submit({ ...wanted, edit: { name: "Kept for good" } });
    expect(await inBetween(room, "DELETE", other)).toEqual({ againInMs: 1_000 });
    expect(room.modalText()).toContain("was not changed.* The alert is not there any more");
    expect(await room.received("PUT")).toBe(0);
  },
);

test("changes of two alerts do not wait for each other", async () => {
  const room = await changeRoom(redis.client, "managed");
  const { wanted } = await raising(room);
  const { body } = await newAlert(room);
  const { id } = await room.there.createAlert(body);
  const another = await room.there.getAlert(id);
  await room.submit(wanted);
  const other = await room.submit({ ...wanted, id, seen: another });
  expect(await inBetween(room, "PUT", other)).toBe("next");
  expect((await room.there.getAlert(id)).threshold).toBe(9);
  expect((await room.there.getAlert(wanted.id)).threshold).toBe(9);
});
