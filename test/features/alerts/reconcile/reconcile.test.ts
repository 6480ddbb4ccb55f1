import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { ingestInbox } from "../../../../src/features/alerts/ingest/ingest.ts";
import { reconcileWorkspace } from "../../../../src/features/alerts/reconcile/reconcile.ts";
import { createCloudClient } from "../../../../src/platform/cloud/client.ts";
import { neutralWireNames as wireNames } from "../../../../src/platform/cloud/connection.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { type ReferenceCloud, startReferenceCloud } from "@quartermaster/reference-cloud";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import type { Hook } from "../../../../src/features/alerts/hooks/record.ts";
import { createStore } from "../../../../src/app/store.ts";
import { hookRecord, received } from "../../../support/alerts.ts";
import { useRedis } from "../../../support/redis.ts";
import { hourMs, minuteMs } from "../../../../src/lib/duration.ts";

const redis = useRedis();
const hookId = "T1-checkout";
let cloud: ReferenceCloud;

beforeAll(async () => {
  cloud = await startReferenceCloud({ rateLimit: false });
});
afterAll(() => cloud.close());
beforeEach(() => control("requests", "DELETE"));

async function control(path: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${cloud.controlUrl}/${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.status === 204 ? undefined : answer.json();
}

/** Creates an alert with windows of a minute on a tile or a saved search of a server. */
async function newAlert(place: string, name: string, facts: object = {}) {
  const made = await control("alerts", "POST", { name, place, interval: "1m", ...facts });
  // The reference server answers in the product's own schema.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return made as { id: string; dashboard?: string; tileId?: string; savedSearch?: string };
}

/** The operations that the reference server has received. */
async function asked(): Promise<(string | undefined)[]> {
  const requests = await control("requests", "GET");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (requests as { operation?: string }[]).map(({ operation }) => operation);
}

/** A client tries again at once. */
const random = () => 0;

function clientFor(connection: string, isDead: boolean) {
  const url = isDead ? "http://127.0.0.1:9" : cloud.url;
  const limits = { callTimeoutMs: 5_000 };
  const { organizationId = "", keyId = "", keySecret = "" } = cloud.organizations[0] ?? {};
  return connection === "observability"
    ? createCloudClient({
        limits,
        random,
        connection: { kind: "standalone", appUrl: url, wireNames },
        credentials: async () => ({ token: cloud.standalone.token }),
      })
    : createCloudClient({
        limits,
        random,
        connection: { kind: "managed", baseUrl: url, organizationId, wireNames },
        credentials: async () => ({ keyId, keySecret }),
      });
}

/** A hook that observes a location, with a clock of its own. */
function observing(observes: Hook["observes"]) {
  const kept = createStore(redis.client).workspace("T1");
  const warnings: string[] = [];
  const state = { nowMs: Date.now(), isDead: false, ids: 0 };
  const parts = {
    ...kept,
    workspaceId: "T1",
    cloudOf: (connection: string) => clientFor(connection, state.isDead),
    limits: { requestsPerWindow: 1_000 },
    ingestSoon: () => {},
    newId: () => `i${(state.ids += 1)}`,
    now: () => new Date(state.nowMs),
    log: { info: () => {}, warn: (_: object, message: string) => void warnings.push(message) },
  };
  // Holds all that a round uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as AppContext;
  const reconcile = reconcileWorkspace(() => context);
  const ingest = ingestInbox({
    contextOf: () => context,
    notifyOutbox: () => {},
    listened: createStore(redis.client).listened,
  });
  const ingestAll = async () => {
    while ((await ingest(hookId)) === "next");
  };
  return {
    state,
    warnings,
    async fire(...events: Partial<AlertEvent>[]) {
      if (!(await kept.hooks.find(hookId))) await kept.hooks.add(hookRecord({ observes }));
      const times = { receivedAtMs: state.nowMs, acceptedAtMs: state.nowMs };
      const all = events.map((event) => received(event));
      await kept.inbox.accept(hookId, all, times);
      await ingestAll();
    },
    /** Makes a round after some time. Returns when the next one comes. */
    async round(afterMs = minuteMs) {
      state.nowMs += afterMs;
      const step = await reconcile("T1");
      await ingestAll();
      return step;
    },
    present: async (key = "id:checkout") => (await kept.incidents.presentOf(hookId, [key]))[0],
  };
}

const standalone = { connection: "observability" };
const managed = () => ({
  connection: "default",
  serviceId: cloud.organizations[0]?.services[0]?.id ?? "",
});

test("an incident that is over by the API is resolved once the answer is newer than its last event", async () => {
  const { id } = await newAlert("standalone", "over");
  const hook = observing(standalone);
  await hook.fire({ origin: { alertId: id } });
  await hook.round(2 * minuteMs);
  expect(await hook.present()).toMatchObject({ state: "firing" });
  await hook.round(2 * minuteMs);
  expect(await hook.present()).toMatchObject({ state: "resolved", resolved: { how: "api" } });
});

test("a workspace is checked every minute while an incident of an observed server is open, and then no more", async () => {
  const { id } = await newAlert("standalone", "again");
  const hook = observing(standalone);
  await hook.fire({ origin: { alertId: id } });
  expect(await hook.round(2 * minuteMs)).toEqual({ againInMs: minuteMs });
  await hook.round(2 * minuteMs);
  expect(await hook.present()).toMatchObject({ state: "resolved" });
  expect(await hook.round(minuteMs)).toBe("done");
});

test("a round that finds a check under way leads to none within the same minute", async () => {
  const { id } = await newAlert("standalone", "woken");
  const hook = observing(standalone);
  await hook.fire({ origin: { alertId: id } });
  await hook.round(2 * minuteMs);
  const before = await asked();
  expect(await hook.round(20_000)).toEqual({ againInMs: 40_000 });
  expect(await asked()).toEqual(before);
});

test("an alert is found by its tile in the list of its service, with its firing, silence and deletion", async () => {
  const { dashboard: dashboardId, tileId } = await newAlert(managed().serviceId, "latency");
  const hook = observing(managed());
  await control("alerts/latency/breach", "POST", {});
  await hook.fire({ alertName: "latency", origin: { dashboardId, tileId } });
  await hook.round(2 * minuteMs);
  expect(await hook.present()).toMatchObject({
    state: "firing",
    intervalMs: minuteMs,
    truth: { found: "firing", word: "ALERT" },
  });

  await control("alerts/latency/silence", "POST", {});
  await hook.round();
  expect(await hook.present()).toMatchObject({ truth: { found: "silenced" } });

  await control("alerts/latency", "DELETE");
  await hook.round();
  expect(await hook.present()).toMatchObject({ state: "resolved", resolved: { how: "deleted" } });
});

test("an alert that leaves the list between two rounds counts as deleted", async () => {
  const { savedSearch } = await newAlert(managed().serviceId, "gone", { source: "saved_search" });
  const hook = observing(managed());
  await control("alerts/gone/breach", "POST", {});
  await hook.fire({ windowMs: hourMs, origin: { savedSearchId: savedSearch } });
  await hook.round();
  await control("alerts/gone", "DELETE");
  await hook.round(6 * minuteMs);
  expect(await hook.present()).toMatchObject({ state: "resolved", resolved: { how: "deleted" } });
});

test("an alert that the API does not know is unverified, and one of another service is not called deleted", async () => {
  const { id } = await newAlert("standalone", "elsewhere");
  const hook = observing(managed());
  await hook.fire(
    { origin: { alertId: id } },
    { key: "k2", origin: { savedSearchId: "nowhere" } },
    { key: "k3" },
  );
  await hook.round(minuteMs);
  await hook.round(minuteMs);
  expect(await hook.present()).toMatchObject({ state: "firing", truth: { found: "unknown" } });
  expect(await hook.present("k2")).toMatchObject({ state: "firing", truth: { found: "unknown" } });
  expect((await hook.present("k3"))?.truth).toBeUndefined();
});

test("an alert is fetched once a round for all its groups; firing confirms no group, and its end ends all", async () => {
  const { id } = await newAlert("standalone", "groups");
  await control("alerts/groups/breach", "POST", { groups: ["a", "b"] });
  const hook = observing(standalone);
  const group = (name: string) => ({ key: name, group: name, origin: { alertId: id }, windowMs: hourMs });
  await hook.fire(group("a"), group("b"), group("c"));
  await control("requests", "DELETE");
  await hook.round(10 * minuteMs);
  expect(await asked()).toEqual(["getStandaloneAlert"]);
  expect((await hook.present("a"))?.truth).toBeUndefined();

  await control("alerts/groups/clear", "POST", {});
  await hook.round();
  for (const key of ["a", "b", "c"]) expect(await hook.present(key)).toMatchObject({ state: "resolved" });
});

test("for many alerts, one list replaces the single requests", async () => {
  const hook = observing(managed());
  const names = Array.from({ length: 6 }, (_, n) => `many ${n}`);
  const alerts = await Promise.all(names.map((name) => newAlert(managed().serviceId, name)));
  await hook.fire(...alerts.map(({ id }) => ({ key: id, windowMs: minuteMs, origin: { alertId: id } })));
  await control("requests", "DELETE");
  await hook.round(4 * minuteMs - 1);
  const gets = ["getManagedAlert", "getManagedAlert", "getManagedAlert"];
  expect(await asked()).toEqual([...gets, "listManagedAlerts"]);
  for (const { id } of alerts) expect(await hook.present(id)).toMatchObject({ resolved: { how: "api" } });
});

test("while the API cannot be reached, nothing changes, and the log has one line", async () => {
  const { id } = await newAlert("standalone", "unreachable");
  const hook = observing(standalone);
  hook.state.isDead = true;
  await hook.fire({ origin: { alertId: id } });
  await hook.round(hourMs);
  await hook.round(minuteMs);
  expect(await hook.present()).toMatchObject({ state: "firing" });
  expect((await hook.present())?.truth).toBeUndefined();
  expect(hook.warnings).toEqual(["couldn't read alerts from the API; the next round tries again"]);

  hook.state.isDead = false;
  await hook.round(minuteMs);
  expect(await hook.present()).toMatchObject({ state: "resolved" });
});

test("without open incidents of a known origin, no request is sent", async () => {
  const hook = observing(standalone);
  await hook.fire(
    { isTest: true, origin: { alertId: "x" } },
    { key: "k2", origin: { alertId: "x" }, state: "resolved" },
    { key: "k3" },
  );
  await hook.round(hourMs);
  expect(await asked()).toEqual([]);
});

/** Sets the answers for the list and for single alerts until the test ends. */
async function answers(list: unknown[], one: { status: number; body: unknown }): Promise<void> {
  onTestFinished(() => control("faults", "DELETE").then(() => undefined));
  await control("faults", "POST", [
    { kind: "status", status: 200, body: { data: list }, match: { operation: "listStandaloneAlerts" } },
    { kind: "status", ...one, match: { operation: "getStandaloneAlert" } },
  ]);
}

test("an unreadable alert in the list does not count as deleted", async () => {
  const hook = observing(standalone);
  await hook.fire({ origin: { alertId: "odd" }, windowMs: hourMs });
  await answers([{ id: "odd", threshold: "ten" }], { status: 404, body: { message: "Not found" } });
  await hook.round(2 * minuteMs);
  expect(await hook.present()).toMatchObject({ state: "firing" });
  await control("faults", "DELETE");
  await answers([{ id: "other" }], { status: 404, body: { message: "Not found" } });
  await hook.round(2 * minuteMs);
  expect(await hook.present()).toMatchObject({ state: "resolved", resolved: { how: "deleted" } });
});

test("unreadable alerts do not prevent the check of the others", async () => {
  const hook = observing(standalone);
  const odd = ["o1", "o2", "o3"].map((id) => ({ id, threshold: "ten" }));
  await hook.fire(...odd.map(({ id }) => ({ key: id, origin: { alertId: id } })), {
    key: "good",
    origin: { alertId: "good" },
  });
  await answers([...odd, { id: "good", state: "OK", interval: "1m" }], {
    status: 200,
    body: { data: odd[0] },
  });
  await hook.round(hourMs);
  expect(await hook.present("good")).toMatchObject({ state: "resolved", resolved: { how: "api" } });
  expect(await hook.present("o1")).toMatchObject({ state: "firing" });
});

test("beside unreadable alerts, an alert is found by its tile only if its name fits too", async () => {
  const hook = observing(standalone);
  const origin = { dashboardId: "d1", tileId: "t1" };
  await hook.fire(
    { key: "named", alertName: "Errors", origin },
    { key: "other", alertName: "Something else", origin },
  );
  const alert = { id: "a1", name: "Errors", dashboardId: "d1", tileId: "t1", state: "OK", interval: "1m" };
  await answers([alert, null], { status: 200, body: { data: alert } });
  await hook.round(hourMs);
  expect(await hook.present("named")).toMatchObject({ state: "resolved" });
  expect(await hook.present("other")).toMatchObject({ state: "firing" });
});
