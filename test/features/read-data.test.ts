import { expect, test } from "vitest";
import {
  OpenAlerts,
  UndeliveredAlerts,
  openAlertsData,
  undeliveredData,
} from "../../src/features/alerts/open/data.ts";
import { HookFacts, hookFacts, HookList, listedHook } from "../../src/features/alerts/hooks/show.ts";
import { ConnectionList, connectionsData } from "../../src/features/connections/manage/data.ts";
import {
  AlertRules,
  Dashboards,
  Sources,
  alertRulesData,
  dashboardsData,
  sourcesData,
} from "../../src/features/observability/data.ts";
import { hookRecord, incidentRecord } from "../support/alerts.ts";
import { pageOf } from "../../src/platform/commands/paging.ts";

const target = { name: "orders prod", connection: "acme", serviceId: "s1" };
const now = new Date("2026-11-20T10:00:00.000Z");

test("open alerts have their state, their hook and a page, and fit their shape", async () => {
  const hook = hookRecord();
  const incidents = Array.from({ length: 60 }, (_, index) =>
    incidentRecord({ id: `i${index}`, hookId: hook.id }),
  );
  const context = {
    incidents: { messagesOf: async () => [{ channelId: "C1", ts: "1.1" }] },
    messenger: { linkTo: async () => "https://example.slack.com/archives/C1/p11" },
  };
  const open = { incidents, hooks: new Map([[hook.id, hook]]), total: 70, hasHooks: true };
  // Only these parts are used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const data = OpenAlerts.parse(await openAlertsData(open, {}, context as never));
  expect([data.total, data.alerts.length, data.next]).toEqual([70, 50, { page: 2 }]);
  expect(data.alerts[0]).toMatchObject({ id: "i0", state: "firing", hook: hook.name });
  expect(data.alerts[0]?.message).toContain("https://");
});

test("undelivered alerts have their reason, and fit their shape", () => {
  const letter = {
    itemId: "i1",
    channelId: "C1",
    reason: "not_in_channel",
    atMs: now.getTime(),
    attempts: 2,
    events: 3,
  };
  const known = new Map([["i1", incidentRecord({ id: "i1" })]]);
  const data = UndeliveredAlerts.parse(undeliveredData(pageOf([letter, letter], {}, 1), known, []));
  expect(data).toMatchObject({
    total: 2,
    next: { page: 2 },
    alerts: [{ id: "i1", reason: "not_in_channel" }],
  });
});

test("hooks have their settings, and neither an address nor a secret", () => {
  const hook = hookRecord();
  expect(HookList.parse({ hooks: [listedHook(hook)] }).hooks).toHaveLength(1);
  const facts = HookFacts.parse(hookFacts(hook, { openAlerts: 2, lastDeliveryAtMs: now.getTime() }));
  expect(facts.lastDeliveryAt).toBe(now.toISOString());
  const text = JSON.stringify(facts);
  for (const secret of hook.secrets) expect(text).not.toContain(secret.hash);
  expect(text).not.toContain(hook.id);
});

test("rules, dashboards and sources keep odd records of servers readable, and no other field of a source", () => {
  const rules = AlertRules.parse(
    alertRulesData(target, [{ id: "r1" }, { id: "r2", name: "Slow", state: "ALERT" }], 1, now),
  );
  expect(rules.rules.map(({ name, state }) => `${name}: ${state}`)).toEqual([
    ": State unknown",
    "Slow: Firing",
  ]);
  const dashboards = Dashboards.parse(
    dashboardsData(target, [{ id: "d1", name: null, tags: null, tiles: null }], 0),
  );
  expect(dashboards.dashboards).toEqual([{ id: "d1", name: "", tags: [], tiles: [] }]);
  const sources = Sources.parse(sourcesData(target, [{ id: 7, name: "logs", password: "secret" }, {}], 0));
  expect(sources.sources).toEqual([{ id: "7", name: "logs", kind: undefined }, {}]);
});

test("connections have their host and their last use, and no key", () => {
  const connection = {
    kind: "standalone" as const,
    name: "watch",
    appUrl: "https://watch.example.com",
    tokenRef: "env:TOKEN",
  };
  // A record has more fields than its list needs.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const facts = { all: [connection as never], standard: "acme", healths: new Map(), prices: new Map() };
  const data = ConnectionList.parse(connectionsData(facts));
  expect(data.connections).toEqual([
    { name: "watch", isDefault: false, kind: "standalone", host: "watch.example.com" },
  ]);
  expect(JSON.stringify(data)).not.toContain("TOKEN");
});
