import { expect, test } from "vitest";
import { product } from "../../../src/app/features.ts";
import * as alertTexts from "../../../src/features/alerts/open/texts.ts";
import { needsId } from "../../../src/features/oncall/timeline/texts.ts";
import { needsIds, needsWords } from "../../../src/features/observability/dashboards/texts.ts";
import { needsRuleAndHook, needsRuleId } from "../../../src/features/observability/texts.ts";
import { useRedis } from "../../support/redis.ts";
import { observedFixture } from "./fixture.ts";

const redis = useRedis();
const target = "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f";
const dashboard = "6f0c1d2e8b7a4c5d9e0f1a2b";
const tile = "0a1b2c3d4e5f6a7b8c9d0e1f";

function read(line: string) {
  const reading = product.readCommand(line);
  if ("reply" in reading) throw new Error(reading.reply.text);
  return reading;
}

test.each([
  ["alerts", "alerts_open", {}],
  ["ALERTS  16", "alerts_open", { from: 16 }],
  ["alerts 0", "alerts_open", { service: "0" }],
  ["alerts orders prod", "alerts_open", { service: "orders prod" }],
  ["alerts 5 orders prod", "alerts_open", { service: "5 orders prod" }],
  ["alerts Mine", "alerts_open", { only: "mine" }],
  [
    "alerts orders prod unacknowledged page 2",
    "alerts_open",
    { service: "orders prod", only: "unacknowledged", page: 2 },
  ],
  ["alerts rules orders prod", "alert_rules_list", { service: "orders prod" }],
  ["alerts rules orders prod page 2", "alert_rules_list", { service: "orders prod", page: 2 }],
  ["alerts list", "alert_rules_list", {}],
  ["alerts List  orders prod", "alert_rules_list", { service: "orders prod" }],
  ["alerts list 11 orders prod", "alert_rules_list", { service: "orders prod", from: 11 }],
  ['alerts list "11 orders"', "alert_rules_list", { service: "11 orders" }],
  ["alerts list show", "alert_rules_list", { service: "show" }],
  ["alerts show 6f0c", "alert_rules_show", { rule: "6f0c" }],
  ["alerts show 6f0c orders prod", "alert_rules_show", { rule: "6f0c", service: "orders prod" }],
  ["alerts Edit 6f0c “orders prod”", "alert_rules_edit", { rule: "6f0c", service: "orders prod" }],
  ["alerts duplicate 6f0c", "alert_rules_duplicate", { rule: "6f0c" }],
  ["alerts delete 6f0c orders", "alert_rules_delete", { rule: "6f0c", service: "orders" }],
  ["alerts test 6f0c orders", "alert_rules_test", { rule: "6f0c", service: "orders" }],
  [
    "alerts posts-to 6f0c checkout orders prod",
    "alert_rules_posts_to",
    { rule: "6f0c", hook: "checkout", service: "orders prod" },
  ],
  ["alerts posts-to 6f0c checkout", "alert_rules_posts_to", { rule: "6f0c", hook: "checkout" }],
  ["alerts create", "alert_rules_create", {}],
  ["alerts create orders prod", "alert_rules_create", { service: "orders prod" }],
  ["alerts trace 0f8c 2", "alerts_trace", { alert: "0f8c", page: 2 }],
  ["alerts trace 2", "alerts_trace", { alert: "2" }],
  ["alerts timeline 0f8c", "alerts_timeline", { alert: "0f8c" }],
  ["alerts undelivered", "alerts_undelivered", {}],
  ["alerts dead 11", "alerts_undelivered", { from: 11 }],
  ["alerts undelivered replay all", "alerts_retry", { words: "replay all" }],
  ["alerts dead drop 0f8c", "alerts_retry", { words: "drop 0f8c" }],
  ["alerts undelivered drop 0f8c yes", "alerts_retry", { words: "drop 0f8c" }],
  ["dashboards", "dashboards_list", {}],
  ["dashboards 7", "dashboards_list", { service: "7" }],
  ["dashboards list 11 orders prod", "dashboards_list", { service: "orders prod", from: 11 }],
  ["dashboards find 500 orders", "dashboards_find", { words: "500 orders" }],
  ['dashboards find "500" orders prod', "dashboards_find", { words: "500", service: "orders prod" }],
  ["dashboards found 11 a b orders", "dashboards_find", { words: "a b orders", from: 11 }],
  ["dashboards show API Monitoring", "dashboards_show", { dashboard: "API Monitoring" }],
  [
    'dashboards show "API Monitoring" orders prod',
    "dashboards_show",
    { dashboard: "API Monitoring", service: "orders prod" },
  ],
  [`dashboards show ${dashboard} "orders prod"`, "dashboards_show", { dashboard, service: "orders prod" }],
  ["dashboards tiles 13 a1 orders", "dashboards_show", { dashboard: "a1 orders", from: 13 }],
  ["dashboards tiles 13", "dashboards_show", { dashboard: "13" }],
  ["dashboards create orders prod", "dashboards_create", { service: "orders prod" }],
  ["dashboards edit a1 orders prod", "dashboards_edit", { dashboard: "a1", service: "orders prod" }],
  ["dashboards duplicate a1", "dashboards_duplicate", { dashboard: "a1" }],
  ["dashboards delete a1", "dashboards_delete", { dashboard: "a1" }],
  ["dashboards add-tile a1", "dashboards_add_tile", { dashboard: "a1" }],
  [
    "dashboards change-tile a1 t1 orders prod",
    "dashboards_change_tile",
    { dashboard: "a1", tile: "t1", service: "orders prod" },
  ],
  ["dashboards remove-tile a1 t1", "dashboards_remove_tile", { dashboard: "a1", tile: "t1" }],
  ["sources", "sources_list", {}],
  ["dashboards sources orders prod", "sources_list", { service: "orders prod" }],
  [
    "dashboards sources IN full from 9 orders prod",
    "sources_list",
    { inFull: true, from: 9, service: "orders prod" },
  ],
  ["dashboards sources in full", "sources_list", { inFull: true }],
  ["sources from 0 orders", "sources_list", { from: 1, service: "orders" }],
  ["sources in fulls", "sources_list", { service: "in fulls" }],
])("%s is read", (line, name, args) => {
  const { entry, args: found } = read(line);
  expect([entry.name, found]).toEqual([name, args]);
});

const deleteIds = needsIds("dashboard", "/db dashboards delete 6f0c1d2e8b7a4c5d9e0f1a2b");

test.each([
  ["alerts show", needsRuleId("show")],
  ["alerts delete", needsRuleId("delete")],
  ["alerts posts-to", needsRuleAndHook],
  ["alerts posts-to 6f0c", needsRuleAndHook],
  ["alerts trace", alertTexts.traceUsage],
  ["alerts trace 0f8c 0", alertTexts.traceUsage],
  ["alerts trace 0f8c 2 3", alertTexts.traceUsage],
  ["alerts timeline", needsId],
  ["alerts timeline 0f8c now", needsId],
  ["alerts undelivered 0", alertTexts.deadUsage],
  ["alerts undelivered replay", alertTexts.deadUsage],
  ["alerts undelivered drop 0f8c now", alertTexts.deadUsage],
  ["dashboards find", needsWords(100)],
  ["dashboards found 11", needsWords(100)],
  ["dashboards show", needsIds("dashboard", "/db dashboards show 6f0c1d2e8b7a4c5d9e0f1a2b")],
  ["dashboards delete", deleteIds],
  ["dashboards change-tile a1", "Add the dashboard and tile id"],
])("%s is refused, unless a service has this name", async (line, problem) => {
  const { run, orNamed, isMistake } = read(line);
  const [, words = ""] = /^\S+ (.*)$/.exec(line) ?? [];
  expect([isMistake, orNamed?.kind, orNamed?.name]).toEqual([true, "service", words]);
  await expect(Reflect.apply(run, undefined, [])).rejects.toThrow(problem);
});

test.each([
  ["alerts dead 11", "dead 11"],
  ["dashboards create orders", "create orders"],
  ["dashboards sources in full", "in full"],
])("%s is about a service that is called so", (line, name) => {
  expect(read(line).orNamed).toMatchObject({ kind: "service", name, meant: { args: { service: name } } });
});

test.each(["alerts create", "alerts undelivered", "dashboards list"])(
  "%s is a command, and not a service called so",
  (line) => {
    expect(read(line).orNamed).toBeUndefined();
  },
);

/** What a button of an older message opens, in the workspace of the fixture. */
async function opened(line: string) {
  const { context } = await observedFixture(redis.client, "managed");
  const asker = { workspaceId: "T1", userId: "U1", channelId: "C9" };
  const answer = await read(line).run(context, asker, { progress: async () => {} });
  return "opens" in answer ? [answer.opens.name, answer.given] : undefined;
}

test("a tile's menu in an older message opens the same forms", async () => {
  const { target: of } = await observedFixture(redis.client, "managed");
  const word = of.serviceId ?? "";
  const ids = { dashboardId: dashboard, tileId: tile };
  const menu = (command: string) => opened(`${command} ${dashboard} ${tile} ${word}`);
  expect(await menu("alerts create")).toEqual(["create-alert", { target: of, ...ids }]);
  expect(await menu("dashboards change-tile")).toEqual(["change-tile", { target: of, ...ids }]);
  expect(await menu("dashboards remove-tile")).toEqual(["remove-tile", { target: of, ...ids }]);
});

test("ids in front of a service are a tile, unless all of it is a service", async () => {
  const { target: of } = await observedFixture(redis.client, "managed");
  expect(await opened("alerts create d1 t1 orders prod")).toEqual([
    "create-alert",
    { target: of, dashboardId: "d1", tileId: "t1" },
  ]);
  expect(await opened("alerts create orders prod")).toEqual(["create-alert", { target: of }]);
  expect(await opened(`alerts create on-dashboard d1 orders prod on-tile t1`)).toEqual([
    "create-alert",
    { target: of, dashboardId: "d1", tileId: "t1" },
  ]);
});

test("programs have no page and no tile", () => {
  for (const name of ["alert_rules_list", "dashboards_list", "sources_list", "alert_rules_create"]) {
    const entry = product.commands.flatMap(({ entries }) => entries).find((each) => each.name === name);
    expect(Object.keys(entry?.args.shape ?? {})).toEqual(["service"]);
  }
});

test("a button's call has what its line says", () => {
  const args = { inFull: true, from: 9, service: target };
  expect(read(JSON.stringify({ call: "sources_list", args })).line).toBe(
    `dashboards sources in full from 9 "${target}"`,
  );
});
