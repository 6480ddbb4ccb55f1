import { createServer } from "node:http";
import { Redis } from "ioredis";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { hourMs, minuteMs } from "../../src/lib/duration.ts";
import type { Hook } from "../../src/features/alerts/hooks/record.ts";
import { listening } from "../../src/platform/redis/listening.ts";
import { type AlertSender, alertSender } from "../support/alert-sender.ts";
import { useBrowser } from "../support/browser.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { clickButton, closeWithEscape, dialog, say } from "../support/form-page.ts";
import { putHook } from "../support/hook.ts";
import { listening as listeningAt } from "../support/listening.ts";
import { startPagerDuty } from "../support/pager-duty.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { appears, goTo, message, openWindow } from "../support/slack-window.ts";
import { until } from "../support/until.ts";

const begunMs = Date.now();

/** Ada, then someone whom Slack doesn't know, then a gap, then Sam. */
const calendar = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  ...[
    [-8, 16, "SUMMARY:On Call - Ada Park - Primary", "ATTENDEE:ada@acme.example.com"],
    [16, 40, "SUMMARY:On Call - Someone Else - Primary"],
    [64, 88, "SUMMARY:On Call - Sam Rivera - Primary", "ATTENDEE:sam@acme.example.com"],
  ].flatMap(([from, to, ...lines], index) => [
    "BEGIN:VEVENT",
    `UID:${index}`,
    `DTSTART:${at(Number(from))}`,
    `DTEND:${at(Number(to))}`,
    ...lines,
    "END:VEVENT",
  ]),
  "END:VCALENDAR",
  "",
].join("\r\n");

function at(hours: number): string {
  return new Date(begunMs + hours * hourMs).toISOString().replaceAll(/[-:]|\.\d+/g, "");
}

const feed = await listeningAt(createServer((_, response) => void response.end(calendar)));
const pagerDuty = await startPagerDuty();
afterAll(() => Promise.all([feed.close(), pagerDuty[Symbol.asyncDispose]()]));

const environment = useTestEnvironment({
  page: true,
  startsAt: new Date(begunMs).toISOString(),
  overrides: { listenEveryMs: 50 },
  environment: () => ({ PAGERDUTY_EVENTS_URL: pagerDuty.url }),
});
const browser = useBrowser();
let passedMs = 0;

function pass(ms: number): void {
  passedMs += ms;
  environment.passTime(ms);
}

const ago = (minutes: number) => new Date(Date.now() + passedMs - minutes * minuteMs);

/** Lets time pass in which the app noted that it listens. A longer step would be a gap. */
async function passWhileListening(ms: number): Promise<void> {
  const redis = new Redis(environment.redisUrl);
  for (let leftMs = ms; leftMs > 0; leftMs -= 5_000) {
    pass(Math.min(leftMs, 5_000));
    const nowMs = Date.now() + passedMs;
    await until(async () => (await listening(redis).read()).spans.some(({ atMs }) => atMs >= nowMs));
  }
  redis.disconnect();
}

/** A sender with its own hook into a channel. */
async function senderTo(channel: string, name: string, more: Partial<Hook> = {}): Promise<AlertSender> {
  const { slack, redisUrl, app } = environment;
  const channelId = slack.channels.find((each) => each.name === channel)?.id ?? "";
  const hook = await putHook(redisUrl, slack.teamId, { channelId, publicUrl: app.url, name, ...more });
  const sender = alertSender({ url: hook.url, secret: hook.secret });
  onTestFinished(() => sender.close());
  return sender;
}

test("an alert is one message that always shows its present state", async () => {
  const sender = await senderTo("databases", "errors");
  const options = { name: "Checkout errors", group: "ServiceName:checkout", threshold: 2 };
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  const alert = message(page, options.name);
  await sender.fire({ ...options, value: 4.2, at: ago(10) });
  await appears(alert.getByText(/^Firing[:,] /));
  await keepBothWidths(page, "alert-firing");
  await clickButton(alert, "Acknowledge");
  await appears(alert.getByText(/^Acknowledged by/));
  await clickButton(alert, "Take back");
  await appears(alert.getByText(/^Firing[:,] /));
  await alert.getByRole("combobox").click();
  await page.getByRole("option", { name: "Custom…" }).click();
  const form = dialog(page, "Snooze this alert");
  await form.getByLabel("For how long").fill("tomorrow 9:00");
  await form.getByLabel("Reason").fill("The bank works on it");
  await keepBothWidths(page, "alert-snooze-form");
  await clickButton(form, "Snooze");
  await appears(alert.getByText("“The bank works on it”"));
  await sender.fire({ ...options, value: 7.5, at: ago(5) });
  await appears(alert.getByText(/Seen once since, without a post/));
  await keepBothWidths(page, "alert-snoozed");
  await clickButton(alert, "Details");
  await appears(dialog(page, "Details").getByText("History"));
  await keepBothWidths(page, "alert-details");
  await closeWithEscape(dialog(page, "Details"));
  await alert.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Mute this alert…" }).click();
  await keepBothWidths(page, "alert-mute-question");
  await clickButton(dialog(page, "Mute"), "Mute it");
  await appears(page.getByText(/^Muted “/));
  await page.keyboard.press("Escape");
  await appears(alert.getByText(/I won.t post when it fires again/));
  await alert.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Trace" }).click();
  await appears(dialog(page, "Trace").getByText("person     muted it"));
  await keepBothWidths(page, "alert-trace");
  await closeWithEscape(dialog(page, "Trace"));
  await sender.resolve({ ...options, at: ago(0) });
  await appears(alert.getByText(/^Resolved: /));
  await page.getByRole("button", { name: /repl(y|ies)/ }).click();
  expect(await appears(page.getByText(/snoozed by .+ until .+: “The bank works on it”/))).toBe(true);
  await keepBothWidths(page, "alert-resolved");
});

test("a storm is one readable message that lists its alerts on request", async () => {
  const sender = await senderTo("alerts", "fleet");
  await using ada = await openWindow(browser, environment.slack, { channel: "alerts" });
  const { page } = ada;
  const names = ["Checkout errors", "p95 latency (ms)", "Slow inserts"];
  const fired = Array.from({ length: 60 }, (_, index) => ({
    name: names[index % 3] ?? "",
    group: `PodName:checkout-${Math.floor(index / 3)}`,
    at: ago(1),
  }));
  await Promise.all(fired.map((each) => sender.fire(each)));
  const storm = message(page, "Storm");
  await appears(storm.getByText(/Storm: \d+ alerts since/));
  await keepBothWidths(page, "storm");
  await clickButton(storm, "Show all");
  await appears(storm.getByRole("button", { name: "1 reply" }));
  pass(3 * minuteMs);
  expect(await appears(storm.getByText(/^Storm is over: \d+ alerts/))).toBe(true);
  await keepBothWidths(page, "storm-over");
});

test("the list of open alerts has the critical one first, and what is acknowledged changes in its line", async () => {
  const sender = await senderTo("alerts", "shop");
  await using ada = await openWindow(browser, environment.slack, { channel: "alerts" });
  const { page } = ada;
  await sender.fire({ name: "Slow reports", group: "service:reports", at: ago(9) });
  await sender.post({ id: "down", title: "Payments are down", severity: "critical", status: "firing" });
  await appears(message(page, "Payments are down"));
  await say(page, "/db alerts unacknowledged");
  const list = message(page, /open alerts? that no one has/);
  await appears(list.getByText(/^1\. .*Firing, critical: Payments are down/));
  await keepBothWidths(page, "open-alerts", list);
  await list.getByRole("button", { name: "Acknowledge" }).first().click();
  expect(await appears(list.getByText(/^You acknowledged Payments are down/))).toBe(true);
  await keepBothWidths(page, "open-alerts-acknowledged", list);
  await list.getByRole("button", { name: "Snooze" }).first().click();
  const snooze = dialog(page, "Snooze this alert");
  await snooze.getByRole("textbox").first().fill("2 h");
  await clickButton(snooze, "Snooze");
  expect(await appears(page.getByText(/^Snoozed .* until /))).toBe(true);
});

test("a rule is added to a hook in a form of its window", async () => {
  await senderTo("alerts", "routed");
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  await say(page, "/db alerts hooks show routed rules");
  await clickButton(dialog(page, "Hook routed"), "Add a rule");
  const form = dialog(page, "Add a rule");
  await form.getByLabel("If the title contains").fill("payments");
  await keepBothWidths(page, "rule-form");
  await form.getByText("Post nothing").click();
  await clickButton(form, "Save");
  expect(await appears(page.getByText(/Rule 1 of routed: If the title contains “payments”: mute it/))).toBe(
    true,
  );
});

test("a missing beat is an alert, and the next beat resolves it", async () => {
  const sender = await senderTo("databases", "nightly-export");
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  await say(page, "/db alerts hooks heartbeat nightly-export every 30s grace 0s");
  await appears(message(page, "Each delivery to nightly-export is a beat now"));
  await sender.post("{}");
  const missing = message(page, "No beat from nightly-export for 30 s");
  await passWhileListening(minuteMs);
  await missing.getByText(/^Firing: /).waitFor();
  await keepBothWidths(page, "heartbeat-missing", missing);
  await say(page, "/db alerts hooks show nightly-export");
  const window = dialog(page, "Hook nightly-export");
  await clickButton(window, "Heartbeat");
  await appears(window.getByText(/Missing since/));
  await keepBothWidths(page, "heartbeat-window");
  await closeWithEscape(window);
  await sender.post("{}");
  expect(await appears(missing.getByText(/^Resolved: /))).toBe(true);
  await keepBothWidths(page, "heartbeat-back", missing);
  await say(page, "/db alerts hooks heartbeat nightly-export off");
  await appears(message(page, "I no longer expect beats from nightly-export"));
});

test("a maintenance posts its begin, and its end with what it held back and what still fires", async () => {
  const sender = await senderTo("incidents", "storage");
  await using ada = await openWindow(browser, environment.slack, { channel: "incidents" });
  const { page } = ada;
  await say(page, "/db alerts hooks maintenance storage for 2h critical passes");
  const begun = message(page, "Maintenance of storage until");
  await appears(begun);
  await sender.fire({ name: "Disk is nearly full", group: "host:db-1", at: ago(0) });
  await keepBothWidths(page, "maintenance-begun", begun);
  await say(page, "/db alerts hooks show storage");
  const window = dialog(page, "Hook storage");
  await clickButton(window, "Maintenance");
  await appears(window.getByText(/In maintenance until/));
  await keepBothWidths(page, "maintenance-window");
  await closeWithEscape(window);
  await say(page, "/db alerts hooks maintenance storage end");
  const over = message(page, "Maintenance of storage is over");
  await appears(over.getByText(/Held back: 1 alert/));
  expect(await appears(message(page, /Firing.*Disk is nearly full/))).toBe(true);
  await keepBothWidths(page, "maintenance-over", over);
});

test("a hook follows a rota and hands over to PagerDuty: its forms, its window, its thread and App Home say so", async () => {
  const escalation = { groupId: "S0ONCALL01", afterMinutes: 5 };
  const sender = await senderTo("databases", "checkout", { escalation });
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  await say(page, "/db alerts hooks rota checkout");
  const rota = dialog(page, "Follow a rota");
  await appears(rota.getByText("Address of the iCal feed"));
  await rota.getByRole("textbox").fill(`${feed.url}/t0k3n.ics`);
  await keepBothWidths(page, "rota-form");
  await clickButton(rota, "Save");
  await appears(rota.getByText(/I mention who is on call by the rota at/));
  await keepBothWidths(page, "rota-saved");
  await page.keyboard.press("Escape");
  await until(async () => {
    await say(page, "/db oncall");
    await appears(message(page, /checkout: /));
    return message(page, /Ada Park until .*, then Someone Else/).isVisible();
  });
  await keepBothWidths(page, "oncall", message(page, /Ada Park until/));
  await say(page, "/db alerts hooks handover checkout pagerduty");
  const handover = dialog(page, "Hand over alerts");
  await appears(handover.getByText("Routing key"));
  await handover.getByRole("textbox").first().fill(pagerDuty.routingKey);
  await keepBothWidths(page, "handover-form");
  await clickButton(handover, "Save");
  await appears(handover.getByText(/I hand it over to PagerDuty/));
  await page.keyboard.press("Escape");
  await say(page, "/db alerts hooks show checkout escalation");
  const window = dialog(page, "Hook checkout");
  await appears(window.getByText(/Ada Park until/));
  await appears(window.getByText(/I tell PagerDuty/));
  await keepBothWidths(page, "rota-window");
  await closeWithEscape(window);
  await sender.fire({ name: "Payments fail", at: ago(0) });
  const root = message(page, "Payments fail");
  await appears(root);
  pass(6 * minuteMs);
  await root.getByRole("button", { name: /repl(y|ies)/ }).click();
  await appears(page.getByText(/you're on call, and this isn't acknowledged yet/));
  await appears(page.getByText(/Handed over to PagerDuty/));
  await keepBothWidths(page, "rota-escalated");
  await goTo(page, "Quartermaster");
  const mine = page.getByRole("heading", { name: "You're on call" });
  expect(await appears(mine)).toBe(true);
  await keepBothWidths(page, "rota-home", mine);
});
