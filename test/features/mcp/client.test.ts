import { beforeAll, expect, test } from "vitest";
import { startAppHere } from "../../support/app-here.ts";
import { answerTo } from "../../support/answer-to.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { putHook } from "../../support/hook.ts";
import { person, shownText } from "../../support/slack-person.ts";
import { call, newToken, program } from "../../support/program.ts";
import { slowPainter } from "../../support/slow-painter.ts";

const environment = useTestEnvironment({
  environment: () => ({ MCP: "on", CLOUD_REQUESTS_PER_10_SECONDS: "1000" }),
});

beforeAll(async () => {
  const { organization, redisUrl, slack } = environment;
  const [orders, analytics] = organization.services;
  await using ada = person(slack, "Ada Park");
  await answerTo(ada, `/db services add ${orders?.id} orders prod`, "Added");
  await answerTo(ada, `/db services add ${analytics?.id} analytics`, "Added");
  await putHook(redisUrl, slack.teamId, { channelId: "C0DATABASES", name: "checkout" });
});

/** 30 calls, each with a part of its answer. Those with "!" are refused in words. */
const script: readonly (readonly [tool: string, given: object, expected: string])[] = [
  ["services_list", {}, "orders prod"],
  ["services_show", { service: "orders prod" }, ""],
  ["services_show", { service: "no such" }, "!no such"],
  ["backups_overview", {}, "orders prod"],
  ["backups_list", { service: "orders prod" }, "ackup"],
  ["backups_list", { service: "orders prod", page: 2 }, "ackup"],
  ["backups_list", { service: "orders prod", page: "two" }, "!page"],
  ["backups_list", {}, "!service"],
  ["costs_show", {}, ""],
  ["costs_show", { range: "last week" }, ""],
  ["costs_show", { range: "last month", by: "service" }, ""],
  ["costs_show", { range: "the day after never" }, "!"],
  ["costs_show", { by: "colour" }, "!by"],
  ["costs_show", { service: "orders prod", range: "last 7 days" }, ""],
  ["alert_rules_list", {}, "!"],
  ["budgets_list", {}, ""],
  ["alerts_open", {}, ""],
  ["alerts_trace", { id: "0f8c2a" }, ""],
  ["alerts_undelivered", {}, ""],
  ["hooks_list", {}, "checkout"],
  ["hooks_show", { hook: "checkout" }, ""],
  ["presets_list", {}, ""],
  ["access_show", {}, "dmin"],
  ["approvals_list", {}, ""],
  ["audit_read", {}, ""],
  ["audit_read", { about: "checkout" }, ""],
  ["connections_list", {}, "default"],
  ["health_check", {}, ""],
  ["services_list", { unknown: 1 }, "!nknown"],
  ["offer_status", { offer: "none" }, "!no such offer"],
];

test.each(["2026", "2025"] as const)(
  "a program of %s runs a script of 30 calls",
  async (era) => {
    const { ada, app } = environment;
    const secret = await newToken(ada, `script ${era}`, "propose");
    await using client = await program(app.url, secret, era);
    expect(script).toHaveLength(30);
    const wrong: string[] = [];
    for (const [tool, given, expected] of script) {
      const { text, isError } = await call(client, tool, given);
      const isRight = text.includes(expected.replace("!", "")) && isError === expected.startsWith("!");
      if (expected !== "" && !isRight) wrong.push(`${tool} ${JSON.stringify(given)}: ${text}`);
    }
    expect(wrong).toEqual([]);
  },
  120_000,
);

test("a program's read of what has a picture for people loads no renderer", async () => {
  const { ada, app, environment: settings } = environment;
  const token = await newToken(ada, "reads costs", "read");
  let prepared = 0;
  const painter = { ...slowPainter(), prepare: () => void (prepared += 1) };
  await using other = await startAppHere(settings, { painter });
  await using client = await program(other.url, token, "2026");
  expect((await call(client, "costs_show", { range: "last week" })).isError).toBe(false);
  expect(prepared).toBe(0);
  environment.slack.setAppUrl(other.url);
  await answerTo(ada, "/db costs last week", "credits");
  environment.slack.setAppUrl(app.url);
  expect(prepared).toBe(1);
});

test("an unknown tool, and one that is an entry but no tool, is an error of the protocol", async () => {
  const { ada, app } = environment;
  await using client = await program(app.url, await newToken(ada, "unknown", "read"), "2026");
  for (const name of ["drop_everything", "hooks_pause", "tokens_create", "tokens_list"])
    await expect(call(client, name)).rejects.toThrow("There is no such tool.");
});

test("a token that reads has no tool that proposes, and calling one is refused and recorded", async () => {
  const { ada, app } = environment;
  await using client = await program(app.url, await newToken(ada, "reader", "read"), "2026");
  const { tools } = await client.listTools();
  expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual(tools.map(() => true));
  expect(tools.map(({ name }) => name)).not.toContain("propose_command");
  for (const [name, given] of [
    ["services_create", { name: "new one" }],
    ["propose_command", { command: "hooks_pause", arguments: { hook: "checkout" } }],
    ["propose_command", { line: "alerts hooks pause checkout" }],
  ] as const) {
    const { text, isError } = await call(client, name, given);
    expect([isError, text]).toEqual([true, expect.stringContaining("may only read")]);
  }
  const audit = await answerTo(ada, "/db admin audit tool.call", "hooks_pause");
  expect(shownText(audit)).toContain("reader");
});

test("what is refused says why: never by programs, a read, the role", async () => {
  const { ada, app, slack } = environment;
  await using sam = person(slack, "Sam Rivera");
  const ask = async (token: string, given: object) => {
    await using client = await program(app.url, token, "2026");
    const answer = await call(client, "propose_command", given);
    return answer;
  };
  const adas = await newToken(ada, "ada proposes", "propose");
  const sams = await newToken(sam, "sam proposes", "propose");
  for (const [token, given, why] of [
    [adas, { command: "tokens_create", arguments: {} }, "No program can"],
    [adas, { command: "tokens_revoke", arguments: { token: "any" } }, "No program can"],
    [adas, { line: "admin tokens create more propose" }, "No program can"],
    [adas, { command: "hooks_list", arguments: {} }, "This only reads."],
    [sams, { command: "hooks_pause", arguments: { hook: "checkout" } }, "The person is a viewer."],
  ] as const) {
    const { text, isError } = await ask(token, given);
    expect([given, isError, text]).toEqual([given, true, expect.stringContaining(why)]);
    expect([given, text.includes("takes the viewer role")]).toEqual([given, false]);
  }
});
