import { expect, test } from "vitest";
import { useRedis } from "../../../support/redis.ts";
import { type ChangeRoom, changeRoom } from "./fixture.ts";
import { creations, namesOf, newAlert } from "./creations.ts";

const redis = useRedis();

/** Holds a process up at a place where it calls the server to create something, until it is told to go on. */
function heldUp(room: ChangeRoom, where: "beforeCall" | "afterCall") {
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  room[where] = async (method) => {
    if (method !== "POST") return;
    room[where] = async () => {};
    reached.resolve();
    await goOn.promise;
  };
  return { reached: reached.promise, goOn: goOn.resolve };
}

test.each(creations)(
  "%s, %s: a process that stood still before its fence sends nothing once another one has taken over",
  async (deployment, thing, wanted) => {
    const room = await changeRoom(redis.client, deployment);
    const id = await room.submit(await wanted(room));
    const { reached, goOn } = heldUp(room, "beforeCall");
    const still = room.step(id);
    await reached;
    await room.settle();
    expect(room.modalText()).toContain(`*Created the ${thing}`);
    goOn();
    expect(await still).toEqual({ againInMs: 1_000 });
    expect(await room.step(id)).toBe("done");
    expect(await room.received("POST")).toBe(1);
  },
);

test.each(creations)(
  "%s, %s: a process that stood still after its fence sends nothing once its time is over",
  async (deployment, thing, wanted) => {
    const room = await changeRoom(redis.client, deployment);
    await room.submit(await wanted(room));
    let uses = 0;
    room.beforeCall = async (method) => {
      // What a process uses next is the fence: it stands still once that is written.
      if (method === "POST") uses = 1;
    };
    room.dies = () => {
      if (uses > 0) uses += 1;
      if (uses === 3) {
        room.now = new Date(room.now.getTime() + 30_000);
        uses = 0;
        room.beforeCall = async () => {};
      }
      return false;
    };
    await room.settle();
    expect(room.modalText()).toContain(`*Created the ${thing}`);
    expect(await room.received("POST")).toBe(1);
    expect(await namesOf(room)).toHaveLength(1);
  },
);

test.each(creations)(
  "%s, %s: an answer that comes after it was said to be uncertain is told, and recorded",
  async (deployment, thing, wanted) => {
    const room = await changeRoom(redis.client, deployment);
    const id = await room.submit(await wanted(room));
    const { reached, goOn } = heldUp(room, "afterCall");
    const still = room.step(id);
    await reached;
    await room.faults({ kind: "status", status: 200, body: { result: [] }, match: { method: "GET" } });
    await room.settle();
    expect(room.modalText()).toContain(`*It is not certain whether the ${thing}`);
    goOn();
    for (let step = await still; step === "next";) step = await room.step(id);
    expect(room.modalText()).toContain(`*Created the ${thing} of ${room.place.name} after all.*`);
    expect(room.modalText()).toContain("If you created it again, there are two now");
    const entries = await room.context.audit.read({ limit: 10 });
    expect(entries.map(({ result }) => result)).toEqual(["done", "failed"]);
    expect(entries[0]?.detail).toContain("after its person had been told otherwise");
    expect(await room.received("POST")).toBe(1);
  },
);

test.each(creations)(
  "%s, %s: nothing is sent while Redis does not confirm that it keeps that, and its person hears that it waits",
  async (deployment, thing, wanted) => {
    const room = await changeRoom(redis.client, deployment);
    const id = await room.submit(await wanted(room));
    room.isConfirming = false;
    room.modals.delete("V1");
    const beganMs = room.now.getTime();
    let saidAtMs = 0;
    while (room.said.length === 0) {
      saidAtMs = room.now.getTime();
      const step = await room.step(id);
      if (typeof step === "object") room.now = new Date(saidAtMs + step.againInMs);
    }
    expect(saidAtMs - beganMs).toBeLessThanOrEqual(10_000);
    expect(room.lastSaid()).toContain("does not confirm just now that it keeps the change");
    expect(await room.received("POST")).toBe(0);
    room.isConfirming = true;
    await room.settle();
    expect(room.said).toHaveLength(2);
    expect(room.lastSaid()).toContain(`*Created the ${thing}`);
    expect(await room.received("POST")).toBe(1);
  },
);

test("what Redis does not confirm within two minutes was not created", async () => {
  const room = await changeRoom(redis.client, "managed");
  await room.submit(await newAlert(room));
  room.isConfirming = false;
  await room.settle();
  expect(room.modalText()).toContain("was not created.*");
  expect(room.modalText()).toContain("storage did not confirm in time");
  expect(await room.received("POST")).toBe(0);
});
