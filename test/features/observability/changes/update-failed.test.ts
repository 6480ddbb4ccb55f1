import { expect, test } from "vitest";
import { reachingRedis } from "../../../../src/platform/redis/connect.ts";
import { useRedis } from "../../../support/redis.ts";
import { deployments } from "../fixture.ts";
import { type ChangeFixture, changeFixture } from "./fixture.ts";
import { raising, widening } from "./updates.ts";

const redis = useRedis();

test.each(deployments)(
  "%s: a server that fails for two minutes is given up, and nothing was done",
  async (deployment) => {
    const fixture = await changeFixture(redis.client, deployment);
    const { wanted } = await widening(fixture);
    const begin = fixture.now.getTime();
    await fixture.submit(wanted);
    await fixture.faults({ kind: "status", status: 503, match: { method: "GET" } });
    await fixture.resolveAll();
    expect(fixture.now.getTime() - begin).toBeGreaterThanOrEqual(120_000);
    expect(fixture.now.getTime() - begin).toBeLessThan(150_000);
    expect(fixture.modalText()).toContain("was not changed.*");
    expect(fixture.modalText()).toContain("(503)");
    expect(await fixture.received("PUT")).toBe(0);
  },
);

test.each(deployments)(
  "%s: what may have been written and cannot be read again is told as not certain",
  async (deployment) => {
    const fixture = await changeFixture(redis.client, deployment);
    const { wanted } = await widening(fixture);
    await fixture.faults({ kind: "drop-after", match: { method: "PUT" } });
    await fixture.submit(wanted);
    let isWritten = false;
    fixture.beforeCall = async (method) => {
      if (isWritten && method === "GET") await fixture.faults({ kind: "status", status: 503, times: 4 });
      isWritten ||= method === "PUT";
    };
    await fixture.resolveAll();
    expect(fixture.modalText()).toContain("*It is not certain whether the dashboard “API Monitoring”");
    expect(fixture.modalText()).toContain("Look how it is before you try again.");
  },
);

const troubles: Record<string, [(fixture: ChangeFixture) => Promise<unknown>, string]> = {
  "fails by itself": [
    (fixture) => fixture.faults({ kind: "status", status: 503, times: 4 }),
    "The observability server has a problem of its own (503).",
  ],
  "has no time": [
    (fixture) => fixture.faults({ kind: "status", status: 429, times: 4 }),
    "The observability server takes no more requests just now (429).",
  ],
  "cannot be reached": [(fixture) => fixture.cloud.close(), "The observability server cannot be reached."],
  "cannot be asked without Redis": [
    () => reachingRedis(() => Promise.reject(new Error("away"))),
    "Quartermaster cannot reach its own storage just now.",
  ],
};

test.each(Object.entries(troubles))(
  "what may have been written to a server that then %s is told without saying that nothing was done, or to try again first",
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
    expect(fixture.modalText()).toContain(`was changed.* ${happened} Look how it is before you try again.`);
  },
);

test.each(deployments)(
  "%s: what somebody deleted meanwhile is said so, and the form comes back",
  async (deployment) => {
    const fixture = await changeFixture(redis.client, deployment);
    const { wanted } = await raising(fixture);
    await fixture.there.alerts.delete(wanted.id);
    await fixture.submit(wanted);
    await fixture.resolveAll();
    expect(fixture.modals.get("V1")?.callback_id).toBe("form:rename-in-test");
    expect(fixture.modalText()).toContain(
      "was not changed.* The alert is not there any more: it was deleted meanwhile.",
    );
  },
);

test.each(deployments)("%s: what the server refuses stands on its field in the form", async (deployment) => {
  const fixture = await changeFixture(redis.client, deployment);
  const { wanted } = await raising(fixture);
  await fixture.submit({ ...wanted, edit: { name: " " } });
  await fixture.resolveAll();
  expect(fixture.modals.get("V1")?.callback_id).toBe("form:rename-in-test");
  expect(fixture.modalText()).toContain("name: must not be empty");
  expect((await fixture.alert()).name).toBe(wanted.seen.name);
});

test.each(deployments)("%s: a server that cannot change it says so", async (deployment) => {
  const fixture = await changeFixture(redis.client, deployment);
  const { wanted } = await widening(fixture);
  await fixture.faults({ kind: "unserved", match: { method: "PUT" } });
  await fixture.submit(wanted);
  await fixture.resolveAll();
  expect(fixture.modalText()).toContain("This server does not offer changing dashboards");
});

test("after a closed modal the outcome is posted once where its person asked, or in direct messages", async () => {
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

test("a refusal with the form closed offers to open it again with what was typed", async () => {
  const fixture = await changeFixture(redis.client, "managed");
  const { wanted } = await raising(fixture);
  await fixture.there.alerts.delete(wanted.id);
  await fixture.submit(wanted);
  fixture.modals.clear();
  await fixture.resolveAll();
  expect(fixture.buttons()).toEqual({ "Open the form again with what I typed": "f1" });
});
