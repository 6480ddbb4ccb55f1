import { once } from "node:events";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStore } from "../../src/app/store.ts";
import { connectRedis } from "../../src/platform/redis/connect.ts";
import { redisServerAt } from "../../src/platform/redis/server.ts";
import { type AlertSender, alertSender } from "../support/alert-sender.ts";
import { useBrowser } from "../support/browser.ts";
import { type ClockedReplicas, startClockedReplicas } from "../support/clocked-replicas.ts";
import { clickButton, dialog } from "../support/form-page.ts";
import { putHook } from "../support/hook.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { type SlackWindow, appears, openWindow } from "../support/slack-window.ts";

const browser = useBrowser();
let replicas: ClockedReplicas;

beforeAll(async () => {
  const time = new Date().toISOString();
  replicas = await startClockedReplicas(time, { count: 2, page: true, charts: false, paceMs: 200 });
  const redis = connectRedis(redisServerAt(replicas.redisUrl), () => {});
  await once(redis, "ready");
  const { services } = createStore(redis).workspace(replicas.slack.teamId);
  await services.add({ serviceId: "s1", name: "orders prod", addedBy: "U0ADAPARK1", addedAt: time });
  redis.disconnect();
});
afterAll(() => replicas[Symbol.asyncDispose]());

/** A sender with its own hook into a channel. */
async function senderTo(channel: string, name: string): Promise<AlertSender> {
  const { slack, redisUrl, url: publicUrl } = replicas;
  const channelId = slack.channels.find((each) => each.name === channel)?.id ?? "";
  const { url, secret } = await putHook(redisUrl, slack.teamId, { channelId, publicUrl, name });
  return alertSender({ url, secret });
}

const adaIn = (channel: string): Promise<SlackWindow> => openWindow(browser, replicas.slack, { channel });

/** The last message with these words. */
function message(page: Page, words: string | RegExp): Locator {
  return page.getByRole("article").filter({ hasText: words }).last();
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Message #/ }).fill(text);
  await page.keyboard.press("Enter");
}

test("a missing beat is an alert, and the next beat resolves it", async () => {
  const sender = await senderTo("databases", "nightly-export");
  await using ada = await adaIn("databases");
  const { page } = ada;
  await type(page, "/db alerts hooks heartbeat nightly-export every 30s grace 0s");
  await appears(message(page, "Each delivery to nightly-export is a beat now"));
  await sender.post("{}");
  const missing = message(page, "No beat from nightly-export for 30 s");
  await missing.getByText(/^Firing: /).waitFor({ timeout: 90_000 });
  await keepBothWidths(page, "heartbeat-missing", missing);
  await type(page, "/db alerts hooks show nightly-export");
  const window = dialog(page, "Hook nightly-export");
  await clickButton(window, "Heartbeat");
  await appears(window.getByText(/Missing since/));
  await keepBothWidths(page, "heartbeat-window");
  await page.keyboard.press("Escape");
  await sender.post("{}");
  await appears(missing.getByText(/^Resolved: /));
  await keepBothWidths(page, "heartbeat-back", missing);
  await type(page, "/db alerts hooks heartbeat nightly-export off");
  expect(await appears(message(page, "I no longer expect beats from nightly-export"))).toBe(true);
  sender.close();
});

test("a maintenance posts its begin, its end with what it held back, and what still fires", async () => {
  const sender = await senderTo("incidents", "storage");
  await using ada = await adaIn("incidents");
  const { page } = ada;
  await type(page, "/db alerts hooks maintenance storage for 2h critical passes");
  await appears(message(page, "Maintenance of storage until"));
  await sender.fire({ name: "Disk is nearly full", group: "host:db-1" });
  await sender.fire({ name: "Writes are slow", group: "host:db-2" });
  await sender.resolve({ name: "Writes are slow", group: "host:db-2" });
  await type(page, "/db alerts hooks maintenance storage Sat 02:00-04:00 weekly Europe/Berlin");
  await appears(message(page, /storage is in maintenance every week on/));
  await type(page, "/db alerts hooks maintenance storage");
  await appears(message(page, "2 maintenance windows of storage"));
  await keepBothWidths(page, "maintenance-begun", message(page, "Maintenance of storage until"));
  await type(page, "/db alerts hooks show storage");
  const window = dialog(page, "Hook storage");
  await clickButton(window, "Maintenance");
  await appears(window.getByText(/In maintenance until/));
  await keepBothWidths(page, "maintenance-window");
  await page.keyboard.press("Escape");
  await type(page, "/db alerts hooks maintenance storage end");
  const over = message(page, "Maintenance of storage is over");
  await appears(over.getByText(/Held back: 2 alerts that came 3 times in all/));
  await appears(message(page, /Firing.*Disk is nearly full/));
  expect(
    await page
      .getByRole("article")
      .filter({ hasText: /Resolved: .*Writes are slow/ })
      .count(),
  ).toBe(0);
  await keepBothWidths(page, "maintenance-over", over);
  sender.close();
});

test("alerts of one service that begin together say so", async () => {
  const [errors, latency] = [await senderTo("general", "errors"), await senderTo("general", "latency")];
  await using ada = await adaIn("general");
  const { page } = ada;
  const group = "service=orders prod";
  await errors.fire({ name: "Error rate", group });
  await errors.fire({ name: "Failed logins", group });
  await latency.fire({ name: "Slow queries", group });
  const first = message(page, "Error rate");
  await appears(first.getByText(/2 others on orders prod since/));
  await appears(message(page, "Slow queries").getByText(/2 others on orders prod since/));
  await keepBothWidths(page, "alerts-linked", first);
  await latency.resolve({ name: "Slow queries", group });
  expect(await appears(first.getByText(/1 other on orders prod since/))).toBe(true);
  errors.close();
  latency.close();
});
