import { expect, test } from "vitest";
import { reachingRedis } from "../../../../src/platform/redis/connect.ts";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeRoom, changeRoom } from "./fixture.ts";
import { raising, widening } from "./updates.ts";

const redis = useRedis();

test.each(deployments)(
  "%s: a server that fails for two minutes is given up, and nothing was done",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    const { wanted } = await widening(room);
    const begin = room.now.getTime();
    await room.submit(wanted);
    await room.faults({ kind: "status", status: 503, match: { method: "GET" } });
    await room.settle();
    expect(room.now.getTime() - begin).toBeGreaterThanOrEqual(120_000);
    expect(room.now.getTime() - begin).toBeLessThan(150_000);
    expect(room.modalText()).toContain("was not changed.*");
    expect(room.modalText()).toContain("(503)");
    expect(await room.received("PUT")).toBe(0);
  },
);

test.each(deployments)(
  "%s: what may have been written and cannot be read again is told as not certain",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    const { wanted } = await widening(room);
    await room.faults({ kind: "drop-after", match: { method: "PUT" } });
    await room.submit(wanted);
    let isWritten = false;
    room.beforeCall = async (method) => {
      if (isWritten && method === "GET") await room.faults({ kind: "status", status: 503, times: 4 });
      isWritten ||= method === "PUT";
    };
    await room.settle();
    expect(room.modalText()).toContain("*It is not certain whether the dashboard “API Monitoring”");
    expect(room.modalText()).toContain("Look how it is before you try again.");
  },
);

const troubles: Record<string, [(room: ChangeRoom) => Promise<unknown>, string]> = {
  "fails by itself": [
    (room) => room.faults({ kind: "status", status: 503, times: 4 }),
    "The observability server has a problem of its own (503).",
  ],
  "has no time": [
    (room) => room.faults({ kind: "status", status: 429, times: 4 }),
    "The observability server takes no more requests just now (429).",
  ],
  "cannot be reached": [(room) => room.cloud.close(), "The observability server cannot be reached."],
  "cannot be asked without Redis": [
    () => reachingRedis(() => Promise.reject(new Error("away"))),
    "Quartermaster cannot reach its own storage just now.",
  ],
};

test.each(Object.entries(troubles))(
  "what may have been written to a server that then %s is told without saying that nothing was done, or to try again first",
  async (_, [trouble, happened]) => {
    const room = await changeRoom(redis.client, "stand-alone");
    const { wanted } = await widening(room);
    await room.faults({ kind: "drop-after", times: 1, match: { method: "PUT" } });
    await room.submit(wanted);
    let isWritten = false;
    room.beforeCall = async (method) => {
      if (isWritten && method === "GET") await trouble(room);
      isWritten ||= method === "PUT";
    };
    await room.settle();
    expect(room.modalText()).toContain(`was changed.* ${happened} Look how it is before you try again.`);
  },
);

test.each(deployments)(
  "%s: what somebody deleted meanwhile is said so, and the form comes back",
  async (deployment) => {
    const room = await changeRoom(redis.client, deployment);
    const { wanted } = await raising(room);
    await room.there.deleteAlert(wanted.id);
    await room.submit(wanted);
    await room.settle();
    expect(room.modals.get("V1")?.callback_id).toBe("form:rename-in-test");
    expect(room.modalText()).toContain(
      "was not changed.* The alert is not there any more: it was deleted meanwhile.",
    );
  },
);

test.each(deployments)("%s: what the server refuses stands on its field in the form", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const { wanted } = await raising(room);
  await room.submit({ ...wanted, edit: { name: " " } });
  await room.settle();
  expect(room.modals.get("V1")?.callback_id).toBe("form:rename-in-test");
  expect(room.modalText()).toContain("name: must not be empty");
  expect((await room.alert()).name).toBe(wanted.seen.name);
});

test.each(deployments)("%s: a server that cannot change it says so", async (deployment) => {
  const room = await changeRoom(redis.client, deployment);
  const { wanted } = await widening(room);
  await room.faults({ kind: "unserved", match: { method: "PUT" } });
  await room.submit(wanted);
  await room.settle();
  expect(room.modalText()).toContain("This server does not offer changing dashboards");
});

test("a closed modal is told where its person asked, where the channel refuses in direct messages, both once", async () => {
  const room = await changeRoom(redis.client, "managed");
  const { wanted } = await widening(room);
  await room.submit(wanted);
  room.modals.clear();
  await room.settle();
  expect(room.said.map(({ how, channelId }) => [how, channelId])).toEqual([["whisper", "C1"]]);
  room.isChannelClosed = true;
  await room.submit({ ...wanted, edit: { act: "remove-tile", tileId: "gone" } });
  room.modals.clear();
  await room.settle();
  await room.submit({ ...wanted, edit: { act: "describe", tags: ["home"] } }, { channelId: undefined });
  room.modals.clear();
  await room.settle();
  expect(room.said.map(({ how, channelId }) => [how, channelId]).slice(1)).toEqual([
    ["post", "UADA"],
    ["post", "UADA"],
  ]);
});

test("a refusal with the form closed offers to open it again with what was typed", async () => {
  const room = await changeRoom(redis.client, "managed");
  const { wanted } = await raising(room);
  await room.there.deleteAlert(wanted.id);
  await room.submit(wanted);
  room.modals.clear();
  await room.settle();
  expect(room.buttons()).toEqual({ "Open the form again with what I typed": "f1" });
});
