import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { connectRedis } from "../../src/platform/redis/connect.ts";
import { type WorkspaceStore, createStore } from "../../src/app/store.ts";
import { redisServerAt } from "../../src/platform/redis/server.ts";
import { type KnownHook, putHook } from "../support/hook.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { shownText } from "../support/slack-person.ts";
import { until } from "../support/until.ts";

const environment = useTestEnvironment({ ownProcess: true });
const Made = z.object({ id: z.string(), dashboard: z.string(), tileId: z.string() });
let kept: WorkspaceStore;
let hook: KnownHook;
let serviceId: string;
let close: () => void;

beforeAll(async () => {
  const redis = connectRedis(redisServerAt(environment.redisUrl), () => {});
  await once(redis, "ready");
  close = () => redis.disconnect();
  const workspaceId = environment.slack.teamId;
  kept = createStore(redis).workspace(workspaceId);
  serviceId = environment.organization.services[0]?.id ?? "";
  const addedAt = new Date().toISOString();
  await kept.services.add({ name: "orders prod", serviceId, addedBy: "U0ADAPARK1", addedAt });
  hook = await putHook(environment.redisUrl, workspaceId, {
    channelId: channelNamed("alerts"),
    observes: { connection: "default", serviceId },
  });
});
afterAll(() => close());

function channelNamed(name: string): string {
  return environment.slack.channels.find((channel) => channel.name === name)?.id ?? "";
}

async function control(path: string, body: object): Promise<unknown> {
  const response = await fetch(`${environment.cloud.controlUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** An alert that Ada created in #databases, and that posts to the hook at the app's present address. */
async function makeAlert(name: string): Promise<string> {
  const {
    id: alertId,
    dashboard: dashboardId,
    tileId,
  } = Made.parse(await control("/alerts", { name, place: serviceId }));
  const url = `${environment.app.url}/hooks/${hook.hook.id}`;
  const headers = { authorization: `Bearer ${hook.secret}` };
  await control("/webhooks", { url, headers, template: "structured", alerts: [alertId] });
  const place = { connection: "default", serviceId, dashboardId, tileId };
  const who = { userId: environment.ada.id, channelId: channelNamed("databases") };
  await kept.madeAlerts.remember({ alertId, name, ...place, ...who, at: new Date().toISOString() });
  return alertId;
}

/** The number of messages to Ada about the first firing of an alert. */
async function reportCounts(name: string): Promise<number> {
  const messages = await environment.ada.messages("direct");
  return messages.filter(({ text }) => text.includes(`Your alert rule *${name}* fired`)).length;
}

/** Kills the app as soon as the condition holds. The app checks for first events again within seconds. */
async function killWhen(holds: () => Promise<boolean>): Promise<void> {
  await until(holds);
  await environment.app.end("SIGKILL");
  await environment.restartApp();
}

const moments: [when: string, holds: () => Promise<boolean>][] = [
  ["right after the delivery was accepted", async () => true],
  ["when its incident was opened", async () => (await kept.firstEvents.waiting(1)).length > 0],
];

test.each(moments)(
  "if the app is killed %s, the next process posts an alert's first event, once",
  async (when, holds) => {
    const name = `Errors ${moments.findIndex(([each]) => each === when)}`;
    const alertId = await makeAlert(name);
    await until(async () => (await kept.firstEvents.waiting(1)).length === 0);
    await control(`/alerts/${alertId}/breach`, {});
    await killWhen(holds);
    await until(async () => (await reportCounts(name)) > 0);
    await until(async () => !(await kept.madeAlerts.awaited()).some((alert) => alert.alertId === alertId));
    await until(async () => (await kept.firstEvents.waiting(1)).length === 0);
    expect(await reportCounts(name)).toBe(1);
  },
);

test("the message links to the alert, which shows its incident", async () => {
  const { ada } = environment;
  const alertId = await makeAlert("Errors shown");
  await control(`/alerts/${alertId}/breach`, {});
  const told = await ada.waitForMessage("direct", "Your alert rule *Errors shown* fired");
  const [, message = ""] =
    /<(https:\/\/slack\.com\/archives\/C\w+\/p\d+)\|its message> in <#C\w+>/.exec(told.text) ?? [];
  await ada.click(told, `run:alerts show ${alertId} ${serviceId}`);
  const shown = await ada.waitForMessage(
    "direct",
    (seen) => seen.ts !== told.ts && shownText(seen).includes(message),
  );
  expect(shownText(shown)).toContain("Errors shown");
});
