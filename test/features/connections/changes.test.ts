import { expect, test } from "vitest";
import { neutralWireNames } from "../../../src/platform/cloud/connection.ts";
import type { Connection } from "../../../src/features/connections/connection.ts";
import { keys } from "../../../src/platform/redis/keys.ts";
import { createStore } from "../../../src/app/store.ts";
import { madeAlert } from "../../support/alerts.ts";
import { contentsOf, useRedis } from "../../support/redis.ts";

const redis = useRedis();
const workspace = () => createStore(redis.client).workspace("T1");
const at = "2026-11-20T10:00:00.000Z";

function connection(name: string): Connection {
  return {
    name,
    kind: "managed",
    baseUrl: "https://api.cloud.example.com",
    organizationId: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
    keyIdRef: "sealed:a",
    keySecretRef: "sealed:b",
    wireNames: neutralWireNames,
  };
}

const order = {
  kind: "budget",
  id: "budget-1",
  channelId: "C1",
  connection: "acme",
  createdBy: "U1",
  createdAt: at,
  every: "monthly",
  credits: "100",
  state: { periods: [], judged: [] },
} as const;
const draft = {
  formId: "f1",
  form: "create-service",
  userId: "U1",
  attempt: 1,
  step: "basics",
  values: { connection: "acme", name: "acme" },
  facts: { connections: ["acme", "eu"], services: [{ value: "s1", text: "acme", connection: "acme" }] },
  filling: 0,
  submitted: false,
  touched: true,
  savedAt: at,
};
const hook = {
  id: "T1-h1",
  name: "acme",
  channelId: "C1",
  ownerId: "U1",
  createdAt: at,
  secrets: [{ hash: "d", createdAt: at }],
  broadcasts: false,
  rules: [],
  muted: {},
  observes: { connection: "acme", serviceId: "s1" },
};
const scope = { channelId: "C1", connection: "acme" };
const unusual = { day: "2026-11-19", direction: "up", total: "9", usual: "3", movers: [] } as const;

/** A workspace with a record of each kind that can name the connection “acme”. */
async function furnished() {
  const kept = workspace();
  await kept.connections.add(connection("acme"));
  await kept.connections.add(connection("eu"));
  await kept.services.add({ name: "acme", serviceId: "s1", connection: "acme", addedBy: "U1", addedAt: at });
  await kept.services.add({ name: "ledger", serviceId: "s2", connection: "eu", addedBy: "U1", addedAt: at });
  await kept.drafts.save(draft);
  await kept.hooks.add(hook);
  await kept.schedules.add({ ...order, state: { periods: [], judged: [] } });
  await kept.requests.remember("r1", { connection: "acme", request: { name: "acme" } });
  await kept.unresolved.add("r1", { name: "acme", connection: "acme", since: at });
  await kept.madeAlerts.remember(madeAlert({ name: "acme", webhookId: "w1", hookId: "T1-h1" }));
  await kept.computeRates.save("acme", {});
  await kept.unusualDays.add(scope, { ...unusual, movers: [] });
  await kept.posts.posted("unusual:acme:all:C1:2026-11-19", {
    claimedAt: at,
    messageRef: { channelId: "C1", ts: "1.2" },
  });
  await days("acme").save(
    [
      {
        day: "2026-11-19",
        status: "final",
        ending: "Credits",
        fetchedAtMs: 1,
        body: Buffer.from("a body"),
      },
    ],
    new Map([["shape", "of it"]]),
  );
  return kept;
}

const days = (name: string) => workspace().costDays(async () => ({ name, organizationId: "org" }));

test("everything that names a connection follows its new name, and nothing else changes", async () => {
  const kept = await furnished();
  await kept.connections.rename("acme", "north");
  expect((await kept.connections.list()).map(({ name }) => name)).toEqual(["eu", "north"]);
  expect((await kept.services.list()).map(({ name, connection: its }) => [name, its])).toEqual([
    ["acme", "north"],
    ["ledger", "eu"],
  ]);
  expect(await kept.drafts.find("f1")).toMatchObject({
    values: { connection: "north", name: "acme" },
    facts: { connections: ["north", "eu"], services: [{ text: "acme", connection: "north" }] },
  });
  expect(await kept.hooks.find("T1-h1")).toMatchObject({ name: "acme", observes: { connection: "north" } });
  expect(await kept.schedules.find("budget-1")).toMatchObject({ connection: "north" });
  expect(await kept.requests.submission("r1")).toEqual({ connection: "north", request: { name: "acme" } });
  expect(await kept.unresolved.named("acme", "north")).toEqual(["r1"]);
  expect(await kept.madeAlerts.find("a1")).toMatchObject({ name: "acme", connection: "north" });
  expect(await kept.webhookTargets.list()).toMatchObject([{ webhookId: "w1", connection: "north" }]);
  expect(await kept.computeRates.find("north")).toBeDefined();
  expect((await kept.unusualDays.list({ ...scope, connection: "north" })).size).toBe(1);
  expect(await kept.posts.messageRefOf("unusual:north:all:C1:2026-11-19")).toEqual({
    channelId: "C1",
    ts: "1.2",
  });
  expect(await days("north").bodies(["2026-11-19"])).toEqual([Buffer.from("a body")]);
  expect(await days("north").shapes(["shape"])).toEqual(["of it"]);
  // The old name is left only as the name of other things, and in the note about the rename.
  const naming = (await contentsOf(redis.client)).filter((text) =>
    /connections?\\*":\\*"?\[?\\*"acme|:acme:/.test(text),
  );
  expect(naming).toEqual([]);
  expect(await redis.client.ttl(keys.submission("T1", "r1"))).toBeGreaterThan(0);
});

test("an old name still leads to a renamed connection, and an open form is read again", async () => {
  const kept = await furnished();
  const read = await kept.drafts.find("f1");
  await kept.connections.rename("acme", "north");
  expect(await kept.connections.find("acme")).toMatchObject({ name: "north" });
  expect(read && (await kept.drafts.save(read))).toBe(false);
  await kept.connections.rename("north", "acme");
  expect(await kept.connections.find("north")).toMatchObject({ name: "acme" });
});

test("repeating a rename that broke off finishes it", async () => {
  const kept = await furnished();
  await kept.connections.rename("acme", "north");
  await kept.services.add({ name: "late", serviceId: "s3", connection: "acme", addedBy: "U1", addedAt: at });
  await days("acme").save(
    [
      { day: "2026-11-18", status: "final", ending: "Credits", fetchedAtMs: 1, body: Buffer.from("late") },
      { day: "2026-11-19", status: "open", ending: "Credits", fetchedAtMs: 1, body: Buffer.from("older") },
    ],
    new Map(),
  );
  await kept.connections.rename("acme", "north");
  expect(await kept.services.find("late")).toMatchObject({ connection: "north" });
  const bodies = await days("north").bodies(["2026-11-18", "2026-11-19"]);
  expect(bodies.map(String)).toEqual(["late", "a body"]);
});

test("a change that waits for an answer follows the new name, and its content stays as it was", async () => {
  const kept = await furnished();
  const wanted = { seen: { tiles: [{ config: { connection: "acme" } }] } };
  await kept.changeLog.remember("c1", { target: { connection: "acme", name: "acme" }, wanted });
  await kept.connections.rename("acme", "north");
  expect(await kept.changeLog.submission("c1")).toEqual({
    target: { connection: "north", name: "acme" },
    wanted,
  });
  expect(await redis.client.ttl(keys.submittedChange("T1", "c1"))).toBeGreaterThan(0);
});

test("a taken name, or one that another connection had until recently, cannot be taken", async () => {
  const { connections } = await furnished();
  await expect(connections.rename("acme", "eu")).rejects.toMatchObject({ kind: "conflict" });
  await connections.rename("acme", "north");
  await expect(connections.rename("eu", "acme")).rejects.toThrow("until recently");
  await expect(connections.add(connection("acme"))).rejects.toThrow("until recently");
  await expect(connections.rename("unknown", "some")).rejects.toMatchObject({ kind: "missing" });
});

test("services of the first versions, without a connection, follow the first one", async () => {
  const kept = workspace();
  await kept.connections.add(connection("default"));
  await kept.services.add({ name: "old", serviceId: "s1", addedBy: "U1", addedAt: at });
  await kept.connections.rename("default", "north");
  expect(await kept.services.find("old")).toMatchObject({ connection: "north" });
});

test("the chosen connection stays chosen under its new name, and none is chosen once it is removed", async () => {
  const { connections } = await furnished();
  await connections.choose("acme");
  await connections.rename("acme", "north");
  expect(await connections.chosen()).toBe("north");
  expect(await connections.remove("north")).toBe(true);
  expect(await connections.chosen()).toBeUndefined();
  expect(await connections.remove("north")).toBe(false);
});
