import { afterAll, beforeAll, expect, test } from "vitest";
import type { HistoryEntry, Incident } from "../../src/features/alerts/incident/record.ts";
import { dayMs, hourMs, minuteMs } from "../../src/lib/duration.ts";
import { alertEvent, incidentRecord, putIncidents } from "../support/alerts.ts";
import { type AlertSender, alertSender } from "../support/alert-sender.ts";
import { useBrowser } from "../support/browser.ts";
import { callerIn } from "../support/data-of.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { clickButton, dialog, say } from "../support/form-page.ts";
import { putHook } from "../support/hook.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { appears, message, openWindow } from "../support/slack-window.ts";

const browser = useBrowser();
// A Thursday.
const start = Date.parse("2026-11-26T10:00:00Z");
const environment = useTestEnvironment({
  page: true,
  startsAt: new Date(start).toISOString(),
});
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
  const { slack, redisUrl, app } = environment;
  const channelId = slack.channels.find(({ name }) => name === "alerts")?.id ?? "";
  const at = { channelId, publicUrl: app.url };
  const checkout = await putHook(redisUrl, slack.teamId, { ...at, name: "checkout" });
  const storage = await putHook(redisUrl, slack.teamId, { ...at, name: "storage" });
  sender = alertSender({ url: checkout.url, secret: checkout.secret });
  const incidents = rules.flatMap(([name, fired, reacted], index) => {
    const { hook } = index % 2 === 0 ? checkout : storage;
    const all = Array.from({ length: fired }, (_, n) => past(hook.id, name, n));
    return all.map((each, n) => (n < reacted ? answered(each, (n + 2) * minuteMs) : each));
  });
  await putIncidents(callerIn(environment).context, ...incidents);
});
afterAll(() => sender.close());

test("the report counts the week by rule, and the worst can be muted and get another threshold", async () => {
  await using ada = await openWindow(browser, environment.slack, { channel: "databases" });
  const { page } = ada;
  await say(page, "/db alerts noise");
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
      at: new Date(start + minuteMs),
    });
  await environment.ada.waitForMessage("alerts", "host:db-3");
  await say(page, "/db alerts noise checkout");
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
  await using ada = await openWindow(browser, environment.slack, { channel: "general" });
  const { page } = ada;
  await say(page, "/invite @Quartermaster");
  await say(page, "/db alerts noise weekly Europe/Berlin");
  const on = message(page, "comes every Monday at 9:00");
  await appears(on);
  await keepBothWidths(page, "noise-weekly-on", on);
  environment.passTime(4 * dayMs);
  const posted = message(page, "To stop this weekly report");
  expect(await appears(posted)).toBe(true);
  await keepBothWidths(page, "noise-weekly", posted);
});
