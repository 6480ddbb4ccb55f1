import { expect, test } from "vitest";
import { reachingRedis } from "../../../../src/platform/redis/connect.ts";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeFixture, changeFixture } from "./fixture.ts";
import { raising, widening } from "./updates.ts";

const redis = useRedis();

test.each(deployments)(
  "%s: after two minutes of server errors, a change is given up and nothing is written",
  async (deployment) => {
    const fixture = await changeFixture(redis.client, deployment);
    const { wanted } = await widening(fixture);
    const begin = fixture.now.getTime();
    await fixture.submit(wanted);
    await fixture.faults({ kind: "status", status: 503, match: { method: "GET" } });
    await fixture.resolveAll();
    expect(fixture.now.getTime() - begin).toBeGreaterThanOrEqual(120_000);
    expect(fixture.now.getTime() - begin).toBeLessThan(150_000);
    expect(fixture.modalText()).toContain("wasn't changed.*");
    expect(fixture.modalText()).toContain("(503)");
    expect(await fixture.received("PUT")).toBe(0);
  },
);

test("a write with a lost answer is reported as uncertain if it cannot be read back", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const { wanted } = await widening(fixture);
  await fixture.faults({ kind: "drop-after", match: { method: "PUT" } });
  await fixture.submit(wanted);
  let isWritten = false;
  fixture.beforeCall = async (method) => {
    if (isWritten && method === "GET") await fixture.faults({ kind: "status", status: 503, times: 4 });
    isWritten ||= method === "PUT";
  };
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("*I don't know if the dashboard “API Monitoring”");
  expect(fixture.modalText()).toContain("Check it before you try again.");
});

const troubles: Record<string, [(fixture: ChangeFixture) => Promise<unknown>, string]> = {
  "fails by itself": [
    (fixture) => fixture.faults({ kind: "status", status: 503, times: 4 }),
    "The observability server returned an error (503).",
  ],
  "limits requests": [
    (fixture) => fixture.faults({ kind: "status", status: 429, times: 4 }),
    "The observability server takes no more requests right now (429).",
  ],
  "cannot be reached": [(fixture) => fixture.cloud.close(), "Couldn't reach the observability server."],
  "cannot be asked without Redis": [
    () => reachingRedis(() => Promise.reject(new Error("away"))),
    "Quartermaster can't reach its own storage right now.",
  ],
};

test.each(Object.entries(troubles))(
  "if the server %s after a possible write, the message does not deny the write or advise to try again first",
  async (_, [trouble, happened]) => {
    const fixture = await changeFixture(redis.client, "stand-alone");
    const { wanted } = await widening(fixture);
    await fixture.faults({ kind: "drop-after", times: 1, match: { method: "PUT" } });
    await fixture.submit(wanted);
    let isWritten = false;
    fixture.beforeCall = async (method) => {
      if (isWritten && method === "GET") await trouble(fixture);
      isWritten ||= method === "PUT";
    };
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain(`was changed.* ${happened} Check it before you try again.`);
  },
);

test("the change of a deleted alert says so, and reopens the form", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const { wanted } = await raising(fixture);
  await fixture.there.alerts.delete(wanted.id);
  await fixture.submit(wanted);
  await fixture.resolveAll();
  expect(fixture.modals.get("V1")?.callback_id).toBe("form:rename-in-test");
  expect(fixture.modalText()).toContain("wasn't changed.* Someone deleted this alert rule meanwhile.");
});

test("the server's refusal is shown at its field in the form", async () => {
  const fixture = await changeFixture(redis.client, "stand-alone");
  const { wanted } = await raising(fixture);
  await fixture.submit({ ...wanted, edit: { name: " " } });
  await fixture.resolveAll();
  expect(fixture.modals.get("V1")?.callback_id).toBe("form:rename-in-test");
  expect(fixture.modalText()).toContain("name: must not be empty");
  expect((await fixture.alert()).name).toBe(wanted.seen.name);
});

test("if the server offers no changes, the modal says so", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const { wanted } = await widening(fixture);
  await fixture.faults({ kind: "unserved", match: { method: "PUT" } });
  await fixture.submit(wanted);
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("This server doesn't offer changing dashboards");
});

test("after a closed modal, the outcome is posted once in the channel of the command, or in direct messages", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const { wanted } = await widening(fixture);
  await fixture.submit(wanted);
  fixture.modals.clear();
  await fixture.resolveAll();
  expect(fixture.said.map(({ how, channelId }) => [how, channelId])).toEqual([["whisper", "C1"]]);
  fixture.isChannelClosed = true;
  await fixture.submit({ ...wanted, edit: { kind: "remove-tile", tileId: "gone" } });
  fixture.modals.clear();
  await fixture.resolveAll();
  await fixture.submit({ ...wanted, edit: { kind: "describe", tags: ["home"] } }, { channelId: undefined });
  fixture.modals.clear();
  await fixture.resolveAll();
  expect(fixture.said.map(({ how, channelId }) => [how, channelId]).slice(1)).toEqual([
    ["post", "UADA"],
    ["post", "UADA"],
  ]);
});

test("a refusal after a closed form has a button to reopen it with the typed values", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const { wanted } = await raising(fixture);
  await fixture.there.alerts.delete(wanted.id);
  await fixture.submit(wanted);
  fixture.modals.clear();
  await fixture.resolveAll();
  expect(fixture.buttons()).toEqual({ "Open the form again with my input": "f1" });
});
