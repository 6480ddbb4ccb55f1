import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { Queue } from "bullmq";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { SubmittedChange } from "../../src/features/observability/changes/change.ts";
import { askTitle } from "../../src/features/services/workflow/texts.ts";
import { type WorkspaceStore, createStore } from "../../src/app/store.ts";
import { jobPrefix } from "../../src/platform/redis/keys.ts";
import { type RedisClient, connectRedis } from "../../src/platform/redis/connect.ts";
import { redisServerAt } from "../../src/platform/redis/server.ts";
import { placedElements, blocksOf } from "@quartermaster/local-slack/person";
import { useTestEnvironment } from "../support/environment.ts";
import { putHook } from "../support/hook.ts";
import { clickForged } from "../support/interaction.ts";
import { control } from "../support/observed-environment.ts";
import { call, newToken, program } from "../support/program.ts";
import { shownText } from "../support/slack-person.ts";
import { answers } from "../support/pressed.ts";
import { until } from "../support/until.ts";
import { runs } from "../support/pressed.ts";

// Each engine has a suite of its own in which a process dies at any call. Here is one death for each feature that has
// wiring of its own.
const environment = useTestEnvironment({
  ownProcess: true,
  environment: () => ({
    MCP: "on",
    CLOUD_SETTLE_SECONDS: "3",
    CLOUD_TIMEOUT_SECONDS: "4",
    CLOUD_REQUESTS_PER_10_SECONDS: "1000",
  }),
});
let redis: RedisClient;
let kept: WorkspaceStore;
let serviceId: string;

beforeAll(async () => {
  redis = connectRedis(redisServerAt(environment.redisUrl), () => {});
  await once(redis, "ready");
  kept = createStore(redis).workspace(environment.slack.teamId);
  serviceId = environment.organization.services[0]?.id ?? "";
  const addedAt = new Date().toISOString();
  await kept.services.add({ name: "orders prod", serviceId, addedBy: "U0ADAPARK1", addedAt });
});
afterAll(() => redis.disconnect());

function channelNamed(name: string): string {
  return environment.slack.channels.find((channel) => channel.name === name)?.id ?? "";
}

async function kill(): Promise<void> {
  await environment.app.end("SIGKILL");
  await fetch(`${environment.cloud.controlUrl}/faults`, { method: "DELETE" });
  await environment.restartApp();
}

/** How many requests of a method about a service or in it the cloud received. */
async function requests(method: string): Promise<number> {
  return (await environment.received(method)).filter(({ path }) => path.includes("/services")).length;
}

/** Begins something, and kills the app once the cloud has received a request of it, which it answers slowly. */
async function killedDuring(method: string, begin: () => Promise<unknown>, fault: object): Promise<void> {
  await environment.faults({ kind: "delay", times: 1, ...fault });
  const before = await requests(method);
  await begin();
  await until(async () => (await requests(method)) > before);
  await kill();
}

const slowRead = { ms: 20_000, match: { operation: "getService" } };

/** How many messages of the app to Ada have this text. */
async function toldAda(text: string): Promise<number> {
  return (await environment.ada.messages("direct")).filter((message) => message.text.includes(text)).length;
}

test("if the app is killed right after it acknowledged a change, its person hears of it, once for each press", async () => {
  const { ada } = environment;
  const stopped = "I was restarted while I worked on `/db services stop";
  await ada.command("databases", "/db services stop orders prod");
  const question = await ada.waitForMessage("databases", "Stop *orders prod*?");
  const ways = [
    () => ada.command("databases", "/db services stop orders prod yes"),
    () => ada.click(question, answers("services_stop", { service: "orders prod" })),
  ];
  for (const [index, way] of ways.entries()) {
    await killedDuring("GET", way, slowRead);
    await until(async () => (await toldAda(stopped)) === index + 1);
  }
  expect(await environment.received("PATCH")).toEqual([]);
});

test("if the app is killed while it does what was approved, the message says so without buttons, and its program hears that it is unknown", async () => {
  const { ada } = environment;
  const token = await newToken(ada, "killed", "propose");
  const given = { command: "services_start", arguments: { service: "orders prod" } };
  await using client = await program(environment.app.url, token, "2026");
  const { data } = await call(client, "propose_command", given);
  const message = await ada.waitForMessage("direct", "*killed* proposes");
  const approve = placedElements(blocksOf(message)).find(({ actionId }) => actionId === "offer-approve");
  await killedDuring("GET", () => ada.click(message, "offer-approve"), slowRead);
  await until(async () => (await redis.keys("qm:{*}:press:offer.*")).length === 0);
  const ended = await ada.waitForMessage(
    "direct",
    (each) => each.ts === message.ts && shownText(each).includes("I was stopped while I did it"),
  );
  expect(shownText(ended)).toContain("Look before you ask again.");
  expect(placedElements(blocksOf(ended))).toEqual([]);
  await using asking = await program(environment.app.url, token, "2026");
  const status = await call(asking, "offer_status", { offer: data["offer"] });
  expect(status.data).toMatchObject({ state: "unknown", reason: expect.stringContaining("Look before") });
  // A press on the old message does nothing, and says the same.
  const value = String(approve?.element["value"]);
  const press = { actionId: "offer-approve", value, userId: ada.id };
  expect(await clickForged(environment, press)).toContain("Look before you ask again.");
});

/** Accepts a change like Ada's form, in the channel #databases. Her modal is already closed. */
async function accept(wanted: SubmittedChange["wanted"]): Promise<void> {
  const item: SubmittedChange = {
    workspaceId: environment.slack.teamId,
    userId: environment.ada.id,
    userName: "Ada Park",
    channelId: channelNamed("databases"),
    target: { connection: "default", serviceId, name: "orders prod" },
    wanted,
  };
  const queue = new Queue("changes", { connection: { url: environment.redisUrl }, prefix: jobPrefix });
  await queue.add("changes", item, { jobId: randomUUID() });
  await queue.close();
}

// test/features/observability/changes/crashes.test.ts has every kind of change and every call.
test("if the app is killed while the server creates a dashboard, the next process finds it, does not send it again, and notifies its person", async () => {
  const { ada } = environment;
  const before = await requests("POST");
  const wanted = { kind: "create-dashboard" as const, body: { name: "Made once", tiles: [] } };
  const slow = { ms: 1_500, when: "after", match: { method: "POST" } };
  await killedDuring("POST", () => accept(wanted), slow);
  await ada.waitForMessage("databases", "*Created the dashboard “Made once” of orders prod.*");
  expect(await requests("POST")).toBe(before + 1);
});

const Made = z.object({ id: z.string(), dashboard: z.string(), tileId: z.string() });

test("if the app is killed when an alert's incident was opened, the next process posts its first event, once", async () => {
  const { ada, app } = environment;
  const name = "Errors";
  const made = Made.parse(await control(environment, "POST", "/alerts", { name, place: serviceId }));
  const { hook, secret } = await putHook(environment.redisUrl, environment.slack.teamId, {
    channelId: channelNamed("alerts"),
    observes: { connection: "default", serviceId },
  });
  const headers = { authorization: `Bearer ${secret}` };
  const target = { url: `${app.url}/hooks/${hook.id}`, headers, template: "structured", alerts: [made.id] };
  await control(environment, "POST", "/webhooks", target);
  await kept.madeAlerts.remember({
    alertId: made.id,
    name,
    connection: "default",
    serviceId,
    dashboardId: made.dashboard,
    tileId: made.tileId,
    userId: ada.id,
    channelId: channelNamed("databases"),
    at: new Date().toISOString(),
  });
  await control(environment, "POST", `/alerts/${made.id}/breach`, {});
  await until(async () => (await kept.firstEvents.waiting(1)).length > 0);
  await kill();
  const fired = `Your alert rule *${name}* fired`;
  const told = await ada.waitForMessage("direct", fired);
  await until(async () => !(await kept.madeAlerts.awaited()).some(({ alertId }) => alertId === made.id));
  await until(async () => (await kept.firstEvents.waiting(1)).length === 0);
  expect(await toldAda(fired)).toBe(1);
  // The message links to the alert, which shows its incident.
  const [, link = ""] =
    /<(https:\/\/slack\.com\/archives\/C\w+\/p\d+)\|its message> in <#C\w+>/.exec(told.text) ?? [];
  await ada.click(told, runs("alert_rules_show", { rule: made.id, service: serviceId }));
  await ada.waitForMessage("direct", (seen) => seen.ts !== told.ts && shownText(seen).includes(link));
});

test("if the app is killed while the cloud creates for a workflow, the next process ends its step with the one service", async () => {
  const { ada } = environment;
  const name = "flow killed";
  await kept.presets.set("small", {
    name: "small",
    fields: { provider: "aws", region: "eu-west-1" },
    savedBy: ada.id,
    savedAt: new Date().toISOString(),
  });
  const inputs = { preset: "small", name, requester: ada.id };
  const executionId = await ada.runStep("create_database_service", inputs);
  const asked = await ada.waitForMessage("direct", askTitle(name));
  const before = await requests("POST");
  const slow = { ms: 500, match: { operation: "createService" } };
  await killedDuring("POST", () => ada.click(asked, "workflow-create"), slow);
  expect(await ada.waitForStep(executionId)).toMatchObject({ ok: true, outputs: { service_name: name } });
  expect(await requests("POST")).toBe(before + 1);
});
