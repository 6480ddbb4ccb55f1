import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AlertSender, alertSender } from "../support/alert-sender.ts";
import { useBrowser } from "../support/browser.ts";
import { type ClockedReplicas, startClockedReplicas } from "../support/clocked-replicas.ts";
import { dialog, clickButton } from "../support/form-page.ts";
import { putHook } from "../support/hook.ts";
import { keepScreenshot } from "../support/screenshot.ts";
import { type SlackWindow, appears, openWindow } from "../support/slack-window.ts";
import { minuteMs } from "../../src/lib/duration.ts";

const browser = useBrowser();
const waitPolicy = { timeout: 60_000, interval: 200 };
const begunMs = Date.now();
let replicas: ClockedReplicas;

beforeAll(async () => {
  const time = new Date(begunMs).toISOString();
  // A fifth of the real pause, because the test would mostly wait.
  replicas = await startClockedReplicas(time, { count: 1, page: true, charts: false, paceMs: 200 });
});
afterAll(() => replicas[Symbol.asyncDispose]());

/** A sender with its own hook into a channel. */
async function senderTo(channel: string, name: string): Promise<AlertSender> {
  const { slack, redisUrl, url: publicUrl } = replicas;
  const channelId = slack.channels.find((each) => each.name === channel)?.id ?? "";
  const { url, secret } = await putHook(redisUrl, slack.teamId, { channelId, publicUrl, name });
  return alertSender({ url, secret });
}

async function adaIn(channel: string): Promise<SlackWindow> {
  const ada = await openWindow(browser, replicas.slack, { channel });
  await ada.page.setViewportSize({ width: 1280, height: 1150 });
  return ada;
}

/** The last message of the channel, or of a thread, with these words. */
function message(page: Page, words: string | RegExp): Locator {
  return page.getByRole("article").filter({ hasText: words }).last();
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Message #/ }).fill(text);
  await page.keyboard.press("Enter");
}

/** Saves a picture as on a desk, and one as on a phone. */
async function keepBoth(page: Page, name: string): Promise<void> {
  await keepScreenshot(page, `${name}-1280`);
  await page.setViewportSize({ width: 390, height: 844 });
  await keepScreenshot(page, `${name}-390`);
  await page.setViewportSize({ width: 1280, height: 1150 });
}

test("an alert is one message that always shows its present state", async () => {
  const sender = await senderTo("databases", "checkout");
  const options = { name: "Checkout errors", group: "ServiceName:checkout", threshold: 2 };
  const fire = (ms: number, value: number) => sender.fire({ ...options, value, at: new Date(begunMs + ms) });
  await using ada = await adaIn("databases");
  const { page } = ada;
  const alert = message(page, options.name);
  await fire(-10 * minuteMs, 4.2);
  await appears(alert.getByText(/^Firing[:,] /));
  await keepBoth(page, "alert-firing");
  await clickButton(alert, "Acknowledge");
  await appears(alert.getByText(/^Acknowledged by/));
  await keepScreenshot(page, "alert-acknowledged");
  await clickButton(alert, "Take back");
  await appears(alert.getByText(/^Firing[:,] /));
  await alert.getByRole("combobox").click();
  await page.getByRole("option", { name: "For 1 hour" }).click();
  await appears(alert.getByText(/^Snoozed until /));
  await alert.getByRole("combobox").click();
  await page.getByRole("option", { name: "Custom…" }).click();
  const form = dialog(page, "Snooze this alert");
  await form.getByLabel("For how long").fill("tomorrow 9:00");
  await form.getByLabel("Reason").fill("The bank works on it");
  await keepScreenshot(page, "alert-snooze-form");
  await clickButton(form, "Snooze");
  await appears(alert.getByText("“The bank works on it”"));
  await fire(-5 * minuteMs, 7.5);
  await appears(alert.getByText(/Seen once since, without a post/));
  await keepScreenshot(page, "alert-snoozed");
  await clickButton(alert, "Details");
  await appears(dialog(page, "Details").getByText("History"));
  await keepBoth(page, "alert-details");
  await page.keyboard.press("Escape");
  await sender.resolve({ ...options, at: new Date(begunMs) });
  await appears(alert.getByText(/^Resolved: /));
  await page.getByRole("button", { name: /repl(y|ies)/ }).click();
  expect(await appears(page.getByText(/snoozed by .+ until .+: “The bank works on it”/))).toBe(true);
  await keepScreenshot(page, "alert-resolved");
  sender.close();
});

test("the creator of a hook sees how the first delivery was read, and an unreadable delivery as it came", async () => {
  await using ada = await adaIn("incidents");
  const { page } = ada;
  const channelId = replicas.slack.channels.find(({ name }) => name === "incidents")?.id ?? "";
  await type(page, `/db hook create <#${channelId}> payments`);
  const made = message(page, "payments is ready");
  await appears(made);
  await keepScreenshot(page, "hook-created");
  const [secret = ""] = /whsec_\w+/.exec(await made.innerText()) ?? [];
  const [path = ""] = /\/hooks\/[\w-]+/.exec(await made.innerText()) ?? [];
  await clickButton(made, "Send a test");
  await appears(page.getByText(/^Test: /));
  const sender = alertSender({ url: `${replicas.url}${path}`, secret });
  await sender.fire({ name: "Payments stuck", message: "Ask the payments team." });
  await appears(page.getByText("I read it like this:"));
  await sender.post('{"title": <!channel> is broken');
  const unreadable = message(page, /^(?!.*visible to you).*Unreadable: /s);
  await appears(unreadable.getByRole("button", { name: "1 reply" }));
  await keepScreenshot(page, "hook-first-delivery");
  await clickButton(unreadable, "Resolve");
  expect(await appears(page.getByText(/^Resolved by .+A delivery that isn't JSON/))).toBe(true);
  sender.close();
});

test("an alert that comes and goes is marked as flapping, is muted after a question, and can be traced", async () => {
  const sender = await senderTo("general", "monitoring");
  await using ada = await adaIn("general");
  const { page } = ada;
  await type(page, "/invite @Quartermaster");
  const options = { name: "Replication lag" };
  for (const minute of [-9, -7, -5]) {
    await sender.fire({ ...options, at: new Date(begunMs + minute * minuteMs) });
    await sender.resolve({ ...options, at: new Date(begunMs + (minute + 1) * minuteMs) });
  }
  const alert = message(page, /Flapping: /);
  await alert.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Mute this alert…" }).click();
  const question = dialog(page, "Mute");
  await appears(question.getByText("No one is notified until"));
  await keepScreenshot(page, "alert-mute-question");
  await clickButton(question, "Mute it");
  await appears(page.getByText(/^Muted “/));
  await page.keyboard.press("Escape");
  await appears(alert.getByText(/I won.t post when it fires again/));
  await type(page, "/db alerts");
  await appears(page.getByText(/open alerts?\b/));
  await alert.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Trace" }).click();
  expect(await appears(dialog(page, "Trace").getByText("person     muted it"))).toBe(true);
  await keepScreenshot(page, "alert-trace");
  await page.keyboard.press("Escape");
  sender.close();
});

test("a storm is one readable message, lists all incidents on request, and ends by itself", async () => {
  const sender = await senderTo("alerts", "fleet");
  await using ada = await adaIn("alerts");
  const { page } = ada;
  const names = ["Checkout errors", "p95 latency (ms)", "Slow inserts"];
  const options = Array.from({ length: 300 }, (_, index) => ({
    name: names[index % 3] ?? "",
    group: `PodName:checkout-${Math.floor(index / 3)}`,
  }));
  const ended = options.slice(2);
  await Promise.all(options.map((options) => sender.fire({ ...options, at: new Date(begunMs - minuteMs) })));
  const storm = message(page, "Storm");
  // Incidents from before the storm have their own messages.
  const told = async (inSummary: RegExp, alone: RegExp) => {
    const [, count = ""] = inSummary.exec((await storm.textContent()) ?? "") ?? [];
    const others = page.getByRole("article").filter({ hasNotText: "Storm" });
    return Number(count) + (await others.filter({ has: page.getByText(alone) }).count());
  };
  await expect.poll(() => told(/Storm: (\d+) alerts since/, /^Firing: /), waitPolicy).toBe(300);
  await keepBoth(page, "storm");
  await clickButton(storm, "Show all");
  await appears(storm.getByRole("button", { name: "1 reply" }));
  await Promise.all(ended.map((options) => sender.resolve({ ...options, at: new Date(begunMs) })));
  await expect.poll(() => told(/(\d+) resolved/, /^Resolved: /), waitPolicy).toBe(298);
  replicas.clock.moveTo(new Date(begunMs + 3 * minuteMs));
  await appears(storm.getByText(/^Storm is over: \d+ alerts/));
  const last = page.getByText(/^Firing: /).nth(1);
  expect(await appears(last)).toBe(true);
  await keepScreenshot(page, "storm-over");
  sender.close();
});
