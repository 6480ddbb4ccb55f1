import { once } from "node:events";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createStore } from "../../src/app/store.ts";
import type { HistoryEntry, Incident } from "../../src/features/alerts/incident/record.ts";
import { dayMs, hourMs, minuteMs } from "../../src/lib/duration.ts";
import { connectRedis } from "../../src/platform/redis/connect.ts";
import { redisServerAt } from "../../src/platform/redis/server.ts";
import { alertEvent, incidentRecord, putIncidents } from "../support/alerts.ts";
import { type AlertSender, alertSender } from "../support/alert-sender.ts";
import { useBrowser } from "../support/browser.ts";
import { type ClockedReplicas, startClockedReplicas } from "../support/clocked-replicas.ts";
import { clickButton, dialog } from "../support/form-page.ts";
import { putHook } from "../support/hook.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { person } from "../support/slack-person.ts";
import { appears, openWindow } from "../support/slack-window.ts";

const browser = useBrowser();
// A Thursday.
const start = Date.parse("2026-11-26T10:00:00Z");
let replicas: ClockedReplicas;
let sender: AlertSender;

/** An alert of a rule, that many hours before the start. */
function past(hookId: string, alertName: string, n: number, facts: Partial<Incident> = {}): Incident {
  const atMs = start - (n + 1) * 3 * hourMs;
  return incidentRecord({
    id: `${hookId} ${alertName} ${n}`,
    hookId,
    key: `${alertName} ${n}`,
    latest: alertEvent({ key: `${alertName} ${n}`, title: alertName, alertName, state: "resolved" }),
    state: "resolved",
    openedAtMs: atMs,
    lastSeenAtMs: atMs,
    latestAtMs: atMs,
    resolved: { atMs: atMs + (n % 3 === 0 ? 40 : 2) * minuteMs, how: "sender" },
    history: [{ n: 1, atMs, what: "fired" }],
    ...facts,
  });
}

function answered(incident: Incident, afterMs: number): Incident {
  const line: HistoryEntry = {
    n: 2,
    atMs: incident.openedAtMs + afterMs,
    what: "acknowledged",
    userId: "U1",
  };
  return { ...incident, history: [...incident.history, line] };
}

const rules: [name: string, fired: number, answered: number][] = [
  ["p95 latency of checkout (ms) in API Monitoring", 23, 2],
  ["Replication lag of orders prod", 17, 1],
  ["Too many connections", 9, 1],
  ["Disk is nearly full", 6, 6],
  ["Merges are behind", 5, 3],
  ["Failed inserts", 4, 4],
  ["Backup is late", 2, 2],
  ["Failed logins", 2, 1],
  ["Certificate expires soon", 1, 1],
  ["Slow queries", 1, 0],
  ["Out of memory", 1, 1],
];

beforeAll(async () => {
  replicas = await startClockedReplicas(new Date(start).toISOString(), {
    count: 2,
    page: true,
    charts: false,
    paceMs: 100,
  });
  const { slack, redisUrl, url: publicUrl } = replicas;
  const channelId = slack.channels.find(({ name }) => name === "alerts")?.id ?? "";
  const at = { channelId, publicUrl };
  const checkout = await putHook(redisUrl, slack.teamId, { ...at, name: "checkout" });
  const storage = await putHook(redisUrl, slack.teamId, { ...at, name: "storage" });
  sender = alertSender({ url: checkout.url, secret: checkout.secret });
  const redis = connectRedis(redisServerAt(redisUrl), () => {});
  await once(redis, "ready");
  const store = createStore(redis).workspace(slack.teamId);
  for (const [index, [name, fired, reacted]] of rules.entries()) {
    const { hook } = index % 2 === 0 ? checkout : storage;
    const all = Array.from({ length: fired }, (_, n) => past(hook.id, name, n));
    await putIncidents(
      store,
      ...all.map((each, n) => (n < reacted ? answered(each, (n + 2) * minuteMs) : each)),
    );
  }
  redis.disconnect();
});
afterAll(async () => {
  sender.close();
  await replicas[Symbol.asyncDispose]();
});

/** The last message with these words. */
function message(page: Page, words: string | RegExp): Locator {
  return page.getByRole("article").filter({ hasText: words }).last();
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Message #/ }).fill(text);
  await page.keyboard.press("Enter");
}

test("the report counts the week by rule, and the worst can be muted and get another threshold", async () => {
  await using ada = await openWindow(browser, replicas.slack, { channel: "databases" });
  const { page } = ada;
  await type(page, "/db alerts noise");
  const report = message(page, "Noise of alerts, 23 to 29 Nov 2026");
  await appears(report.getByText("71 alerts of 11 rules so far."));
  await keepBothWidths(page, "noise-report", report);
  await keepBothWidths(page, "noise-report-worst", report.getByText("The worst: most alerts"));
  await report.getByRole("button", { name: "Mute" }).first().click();
  const question = message(page, "Mute the rule p95 latency of checkout");
  await appears(question);
  await keepBothWidths(page, "noise-mute", question);
  await question.getByRole("button", { name: "Mute it" }).click();
  await appears(message(page, "Muted the rule p95 latency of checkout"));

  for (const [index, value] of [81, 84, 90, 95].entries())
    await sender.fire({
      name: "CPU is high",
      group: `host:db-${index}`,
      value,
      threshold: 80,
      at: replicas.clock.now(),
    });
  await using watcher = person(replicas.slack, "Ada Park");
  await watcher.waitForMessage("alerts", "host:db-3");
  await type(page, "/db alerts noise checkout");
  const own = message(page, "Noise of hook checkout");
  await own.getByRole("button", { name: "Raise threshold" }).nth(2).click();
  const window = dialog(page, "Raise threshold");
  await appears(window.getByText("Proposal: 90."));
  await keepBothWidths(page, "noise-threshold");
  await clickButton(window, "Close");
  await own.getByRole("button", { name: "Raise threshold" }).first().click();
  expect(await appears(window.getByText("So I can't propose a threshold"))).toBe(true);
  await keepBothWidths(page, "noise-threshold-unknown");
  await clickButton(window, "Close");
});

test("the weekly report comes on Monday", async () => {
  await using ada = await openWindow(browser, replicas.slack, { channel: "general" });
  const { page } = ada;
  await type(page, "/invite @Quartermaster");
  await type(page, "/db alerts noise weekly Europe/Berlin");
  const on = message(page, "comes every Monday at 9:00");
  await appears(on);
  await keepBothWidths(page, "noise-weekly-on", on);
  replicas.clock.moveTo(new Date(start + 4 * dayMs).toISOString());
  const posted = message(page, "To stop this weekly report");
  expect(await appears(posted)).toBe(true);
  await keepBothWidths(page, "noise-weekly", posted);
});
