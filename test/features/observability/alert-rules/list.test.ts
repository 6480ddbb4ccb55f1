import { expect, test } from "vitest";
import type { Alert } from "../../../../src/platform/cloud/observability/alert.ts";
import { alertList } from "../../../../src/features/observability/alert-rules/list.ts";
import { useRedis } from "../../../support/redis.ts";
import { renderedText } from "../../../platform/blocks/rendered.ts";
import { allFit } from "../../../../src/platform/blocks/fit.ts";
import { limits } from "../../../../src/platform/blocks/limits.ts";
import { buttonsOf } from "../../alerts/hooks/fixture.ts";
import { hookRecord } from "../../../support/alerts.ts";
import { deployments } from "../fixture.ts";
import { type AlertsFixture, alertsFixture, targetId } from "./fixture.ts";
import { chooses, linesOf, runs } from "../../../support/pressed.ts";

const redis = useRedis();

/** Creates an alert through the reference server's controls. Returns its id. */
async function make(fixture: AlertsFixture, settings: object): Promise<string> {
  const made = await fixture.control("POST", "/alerts", { place: targetId(fixture), ...settings });
  return String(Object(made).id);
}

test.each(deployments)(
  "%s: lists a target's alerts, the worst first, each with its rule and its channel",
  async (deployment) => {
    const fixture = await alertsFixture(redis.client, deployment);
    const { context, target } = fixture;
    await context.hooks.add(hookRecord({ id: "T1-1", name: "checkout", channelId: "C7" }));
    const at = { connection: target.connection, ...(target.serviceId && { serviceId: target.serviceId }) };
    await context.webhookTargets.remember([{ webhookId: "w1", ...at, hookId: "T1-1", atMs: 1 }]);
    await make(fixture, { name: "A slow one", saidState: "PENDING", threshold: 1.5, webhookId: "w2" });
    const firing = await make(fixture, {
      name: "Z errors",
      saidState: "ALERT",
      interval: "1h",
      webhookId: "w1",
    });
    const answer = await fixture.db(`rules ${target.name}`);
    expect(answer.text.split("\n")).toEqual([
      `*4 alert rules* in *${target.name}*, worst first.`,
      ":red_circle: *Firing: Z errors*",
      expect.stringMatching(/^Fires when .* is 5 or more in 1 hour.*\. Notifies \*checkout\* in <#C7>\.$/),
      ":large_orange_circle: *Pending: A slow one*",
      expect.stringMatching(/^Fires when .* is 1\.5 or more in 1 minute.*\. Notifies the webhook `w2`\.$/),
      ":white_check_mark: *OK: Checkout errors*",
      expect.stringMatching(
        /^Fires when the saved search `\w+` finds 5 lines or more in 5 minutes\. Notifies /,
      ),
      ":white_check_mark: *OK: p95 latency (ms)*",
      expect.stringMatching(/^Fires when .* is 2,000 or more in 5 minutes.*\. Notifies no one\.$/),
    ]);
    const word = target.serviceId ?? target.connection;
    const first = answer.blocks.find((block) => block.type === "section" && block.accessory);
    expect(first).toMatchObject({
      accessory: { action_id: runs("alert_rules_show", { rule: firing, service: word }) },
    });
    expect(linesOf(buttonsOf(answer))).toMatchObject({ "Create alert rule": `alerts create "${word}"` });
  },
);

test("has ten alerts on a page, and a select of the others", async () => {
  const fixture = await alertsFixture(redis.client, "stand-alone");
  const word = fixture.target.serviceId ?? fixture.target.connection;
  for (let n = 1; n <= 21; n += 1) await make(fixture, { name: `Alert ${n}`, saidState: "ALERT" });
  const first = await fixture.db(`rules ${fixture.target.name}`);
  expect(first.text).toContain(`*23 alert rules* in *${fixture.target.name}*, worst first; showing 1 to 10.`);
  expect(first.text.match(/Firing: Alert \d+/g)?.at(-1)).toBe("Firing: Alert 10");
  expect(linesOf(buttonsOf(first))).toMatchObject({ More: `alerts rules "${word}" page 2` });
  expect(buttonsOf(first)).not.toHaveProperty("Back");
  const [, others = ""] = JSON.stringify(first.blocks).split(
    JSON.stringify(chooses("alert_rules_show", { service: word }, "rule")),
  );
  expect(others).toContain("Alert 11 (firing)");
  const last = await fixture.db(`list 21 ${fixture.target.name}`);
  expect(last.text).toContain("showing 21 to 23.");
  expect(linesOf(buttonsOf(last))).toMatchObject({ Back: `alerts rules "${word}" page 2` });
  expect(buttonsOf(last)).not.toHaveProperty("More");
});

/** An alert with a group of this many letters. Each one makes its line one letter longer. */
function alertGroupedBy(letters: number, id: number): Alert {
  const group = { source: "saved_search", savedSearchId: "s".repeat(64), groupBy: "g".repeat(letters) };
  return { id: idOfServer(id), name: `${id}`.padEnd(100, "n"), ...group };
}

function idOfServer(number: number): string {
  return String(number).padStart(24, "0");
}

test.each([0, 50])("a page has as many rules as a message holds, beside %s others", (others) => {
  const target = { connection: "acme", serviceId: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10", name: "acme" };
  const consoleUrl = `https://console.example.com/${"c".repeat(150)}`;
  const rest = Array.from({ length: others }, (_, id) => ({
    id: idOfServer(id + 10),
    name: `Rule ${id}`.padEnd(40, "n"),
  }));
  const pages = Array.from({ length: 30 }, (_, index) => {
    const ten = Array.from({ length: 10 }, (_each, id) => alertGroupedBy(1 + 10 * index, id));
    const listed = { target, alerts: [...ten, ...rest], dashboards: [], webhooks: [], consoleUrl };
    return alertList(listed, {}, new Date("2026-11-20T10:00:00.000Z"));
  });
  for (const { text, blocks } of pages) {
    expect(text.length).toBeLessThanOrEqual(limits.message.text);
    expect(allFit(blocks)).toBe(true);
  }
  const shown = pages.map(({ text }) => text.match(/^Fires when/gm)?.length);
  expect(shown[0]).toBe(10);
  expect(shown.at(-1)).toBeLessThan(10);
  expect(pages.at(-1)?.text).toContain(`showing 1 to ${shown.at(-1)}.`);
});

test("the select of the others has all 50 alerts of other pages if their names are short", () => {
  const target = { connection: "acme", name: "acme" };
  const alerts = Array.from({ length: 60 }, (_, n): Alert => ({ id: `a${n}`, name: `n${n}` }));
  const { blocks } = alertList({ target, alerts, dashboards: [], webhooks: [] }, {}, new Date());
  const select = blocks
    ?.flatMap((block) => (block.type === "actions" ? block.elements : []))
    .find(({ type }) => type === "static_select");
  expect(select).toMatchObject({ options: expect.objectContaining({ length: 50 }) });
});

test("asks for the target if there are several", async () => {
  const fixture = await alertsFixture(redis.client, "managed");
  const answer = await fixture.db("list");
  expect(answer.text).toContain("*Which service?*");
  expect(JSON.stringify(answer.blocks)).toContain(JSON.stringify(chooses("alert_rules_list", {}, "service")));
  expect((await fixture.db("show 123")).text).toContain("*Which service?*");
});

test("an alert's name, state and channel are shown as plain text", async () => {
  const fixture = await alertsFixture(redis.client, "stand-alone");
  await make(fixture, { name: "<!channel> *b* <@U2>", saidState: "<!here>", webhookId: "`<!everyone>`" });
  const answer = await fixture.db(`rules ${fixture.target.name}`);
  expect(answer.text).not.toMatch(/<!|<@U2>/);
  expect(renderedText(answer.blocks)).not.toMatch(/<!|<@U2>/);
});

test("says what to do if a target has no alerts", async () => {
  const fixture = await alertsFixture(redis.client, "stand-alone");
  for (const name of ["Checkout errors", "p95 latency (ms)"]) {
    await fixture.control("GET", `/alerts?place=${targetId(fixture)}`);
    await fixture.control("DELETE", `/alerts/${encodeURIComponent(await idOf(fixture, name))}`);
  }
  const answer = await fixture.db(`rules ${fixture.target.name}`);
  expect(answer.text).toContain(`*${fixture.target.name}* has no alert rules yet.`);
  expect(buttonsOf(answer)).toHaveProperty("Create alert rule");
});

async function idOf(fixture: AlertsFixture, name: string): Promise<string> {
  const all = await fixture.control("GET", `/alerts?place=${targetId(fixture)}`);
  const found = (Array.isArray(all) ? all : []).find((alert) => Object(alert).name === name);
  return String(Object(found).id);
}

test("unreadable alerts do not hide others, and are counted", async () => {
  const fixture = await alertsFixture(redis.client, "managed");
  const lists = async (...alerts: unknown[]) => {
    const body = { result: alerts };
    const match = { pathPattern: "/*/alerts" };
    await fixture.control("DELETE", "/faults");
    await fixture.control("POST", "/faults", [{ kind: "status", status: 200, body, match }]);
  };
  const told = "I couldn't read 3 alert rules: the server sent them in a format I don't know. Id: `odd`.";
  await lists(
    { id: 1, name: "Slow", threshold: "10", thresholdType: "above" },
    null,
    { id: "odd", name: 5.5, channel: "#a" },
    null,
  );
  const { text } = await fixture.db(`rules ${fixture.target.name}`);
  expect(text).toContain(`*1 alert rule* in *${fixture.target.name}*, worst first.\n${told}`);
  expect(text).toContain("is 10 or more");
  await lists(null);
  expect((await fixture.db(`rules ${fixture.target.name}`)).text).toBe(
    `I can't show any alert rule in *${fixture.target.name}*. I couldn't read 1 alert rule: the server sent it in a format I don't know.`,
  );
});
