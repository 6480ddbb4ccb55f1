import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { noTracing } from "../../../src/lib/tracing/tracing.ts";
import { createInFlight, createSlackApp } from "../../../src/platform/slack/app.ts";
import { until } from "../../support/until.ts";
import { type SocketSlack, socketSlack } from "./socket-slack.ts";

/** An app that acknowledges each command, and its log. */
async function appOf(slack: SocketSlack, helloMs = 60_000) {
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(line) });
  const app = await createSlackApp({
    slackApiUrl: slack.apiUrl,
    appToken: "xapp-1",
    tracing: noTracing,
    inFlight: createInFlight(),
    log,
    socketTimes: { helloMs, retireMs: 60_000, firstPauseMs: 20, longestPauseMs: 50, steadyMs: 100 },
  });
  app.bolt.command("/db", async ({ ack }) => ack());
  onTestFinished(() => app.stop());
  return { app, output: () => lines.join("") };
}

test("no command is lost while Slack renews the connection ten times", async () => {
  await using slack = await socketSlack();
  const { app } = await appOf(slack);
  await app.start();
  for (let renewal = 0; renewal < 10; renewal += 1) {
    const before = slack.asked;
    const close = slack.renew(renewal % 2 ? "warning" : "refresh_requested");
    const meanwhile = [slack.command(), slack.command()];
    await until(async () => slack.asked > before && slack.open === 2);
    meanwhile.push(slack.command(), slack.command());
    expect(await Promise.all(meanwhile)).toEqual([true, true, true, true]);
    close();
    await until(async () => slack.open === 1);
    expect(await slack.command()).toBe(true);
  }
});

test("a connection that breaks is opened again, and the app says meanwhile what is missing", async () => {
  await using slack = await socketSlack();
  const { app } = await appOf(slack);
  await app.start();
  expect(app.socketTrouble()).toBeUndefined();
  slack.opening = { status: 503 };
  slack.cut();
  await until(async () => (app.socketTrouble() ?? "").includes("has no connection to Slack"));
  slack.opening = "open";
  await until(async () => slack.open === 1 && app.socketTrouble() === undefined);
  expect(await slack.command()).toBe(true);
});

test.each([
  "invalid_auth",
  "account_inactive",
  "not_authed",
  "team_disabled",
  "token_revoked",
  "internal_error",
])(
  "a new connection that Slack refuses with %s ends nothing, shows in the log, and is tried again",
  async (error) => {
    await using slack = await socketSlack();
    const { app, output } = await appOf(slack);
    await app.start();
    slack.opening = { error };
    slack.cut();
    await until(async () => slack.asked >= 3);
    expect(app.socketTrouble()).toContain(error);
    expect(output()).toContain("has no connection to Slack");
    slack.opening = "open";
    await until(async () => app.socketTrouble() === undefined);
    expect(output()).toContain("Slack's socket is open again");
  },
);

test("a start that Slack refuses goes on, says what to do, and connects later", async () => {
  await using slack = await socketSlack({ error: "invalid_auth" });
  const { app, output } = await appOf(slack);
  await app.start();
  expect(app.socketTrouble()).toContain("SLACK_APP_TOKEN");
  expect(output()).toContain("Copy an app-level token with the scope connections:write");
  slack.opening = "open";
  await until(async () => app.socketTrouble() === undefined);
  expect(await slack.command()).toBe(true);
});

test("a connection that Slack never greets is given up, and another one is opened", async () => {
  await using slack = await socketSlack("silent");
  const { app } = await appOf(slack, 100);
  await app.start();
  expect(app.socketTrouble()).toContain("has no connection to Slack");
  slack.opening = "open";
  await until(async () => app.socketTrouble() === undefined && slack.open === 1);
});

test("a stop ends all connections, and no new one is opened", async () => {
  await using slack = await socketSlack();
  const { app } = await appOf(slack);
  await app.start();
  slack.renew("warning");
  await until(async () => slack.open === 2);
  await app.stop();
  await until(async () => slack.open === 0);
  const { asked } = slack;
  await sleep(150);
  expect([slack.open, slack.asked]).toEqual([0, asked]);
});
