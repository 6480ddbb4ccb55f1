import { beforeEach, expect, test } from "vitest";
import {
  type MadeAlert,
  type MadeAlerts,
  firstEvents,
  madeAlerts,
  webhookTargets,
} from "../../../../src/features/alerts/rules/made-alerts.ts";
import { followRename } from "../../../../src/features/connections/changes.ts";
import { madeAlert } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";

const redis = useRedis();
const at = "2026-11-20T11:00:00.000Z";
let made: MadeAlerts;
beforeEach(() => {
  made = madeAlerts(redis.client, "T1");
});

test("an alert made here is found by its id, and the latest are listed first", async () => {
  await made.remember(madeAlert());
  await made.remember(madeAlert({ alertId: "a2", at }));
  expect(await made.find("a1")).toEqual(madeAlert());
  expect((await made.list()).map(({ alertId }) => alertId)).toEqual(["a2", "a1"]);
  expect(await made.find("a3")).toBeUndefined();
  expect(await madeAlerts(redis.client, "T2").list()).toEqual([]);
});

test("the first incident is noted once, and stays if the alert is stored again", async () => {
  await made.remember(madeAlert());
  const noted: (MadeAlert | undefined)[] = await Promise.all(
    ["i1", "i2", "i3"].map((incidentId) => made.noteFirst("a1", { incidentId, at })),
  );
  expect(noted.filter((alert) => alert !== undefined)).toHaveLength(1);
  const first = noted.find((alert) => alert !== undefined)?.firstIncident;
  await made.remember(madeAlert({ name: "Renamed" }));
  expect(await made.find("a1")).toMatchObject({ name: "Renamed", firstIncident: first });
  expect(await made.noteFirst("a1", first ?? { incidentId: "", at })).toMatchObject({ firstIncident: first });
  expect(await made.noteFirst("unknown", { incidentId: "i1", at })).toBeUndefined();
});

test("above the limit the oldest alerts go, and a deleted one is forgotten", async () => {
  const few = madeAlerts(redis.client, "T1", 3);
  for (let hour = 10; hour < 16; hour += 1)
    await few.remember(madeAlert({ alertId: `a${hour}`, at: `2026-11-20T${hour}:00:00.000Z` }));
  expect((await few.list()).map(({ alertId }) => alertId)).toEqual(["a15", "a14", "a13"]);
  await few.forget("a14");
  expect((await few.list()).map(({ alertId }) => alertId)).toEqual(["a15", "a13"]);
});

test("a clue to the first event waits as long as its alert is known", async () => {
  const few = madeAlerts(redis.client, "T1", 2);
  const clues = firstEvents(redis.client, "T1");
  for (let hour = 10; hour < 13; hour += 1)
    await few.remember(madeAlert({ alertId: `a ${hour}`, at: `2026-11-20T${hour}:00:00.000Z` }));
  expect((await clues.waiting(10)).map(({ kind, id }) => [kind, id])).toEqual([
    ["alert", "a 11"],
    ["alert", "a 12"],
  ]);
  await few.forget("a 11");
  for (const clue of await clues.waiting(10)) await clues.done(clue);
  expect(await clues.waiting(10)).toEqual([]);
});

test("a copied server has webhooks of its own, and a newer record under a new name counts", async () => {
  const targets = webhookTargets(redis.client, "T1");
  const first = { webhookId: "w1", connection: "acme", hookId: "h1", atMs: 1 };
  await targets.remember([first, { ...first, connection: "copy", hookId: "h2", atMs: 2 }]);
  const known = async () =>
    Object.fromEntries((await targets.list()).map(({ connection, hookId }) => [connection, hookId]));
  expect(await known()).toEqual({ acme: "h1", copy: "h2" });
  await followRename(redis.client, "T1", "acme", "north");
  await targets.remember([{ ...first, connection: "north", hookId: "h3", atMs: 3 }]);
  expect(await targets.list()).toHaveLength(2);
  expect(await known()).toEqual({ copy: "h2", north: "h3" });
});

test("the target that a creator chose is kept, and a newer one counts", async () => {
  const targets = webhookTargets(redis.client, "T1");
  await made.remember(madeAlert({ webhookId: "w1", hookId: "h1" }));
  await made.remember(madeAlert({ alertId: "a2", webhookId: "w2" }));
  const target = { webhookId: "w1", connection: "acme", serviceId: "s1", atMs: 1 };
  await targets.remember([{ ...target, hookId: "h0" }]);
  expect(await targets.list()).toEqual([
    { webhookId: "w1", connection: "acme", serviceId: "s1", hookId: "h1", atMs: Date.parse(madeAlert().at) },
  ]);
  await targets.remember([{ ...target, hookId: "h2", atMs: Date.parse(at) }]);
  expect((await targets.list()).map(({ hookId }) => hookId)).toEqual(["h2"]);
});
