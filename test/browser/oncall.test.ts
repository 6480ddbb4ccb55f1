import { createServer } from "node:http";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hourMs, minuteMs } from "../../src/lib/duration.ts";
import { type AlertSender, alertSender } from "../support/alert-sender.ts";
import { useBrowser } from "../support/browser.ts";
import { type ClockedReplicas, startClockedReplicas } from "../support/clocked-replicas.ts";
import { clickButton, dialog } from "../support/form-page.ts";
import { putHook } from "../support/hook.ts";
import { listening } from "../support/listening.ts";
import { type PagerDuty, startPagerDuty } from "../support/pager-duty.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { shownText } from "@quartermaster/local-slack/person";
import { person } from "../support/slack-person.ts";
import { type SlackWindow, appears, openWindow } from "../support/slack-window.ts";
import { until } from "../support/until.ts";

const browser = useBrowser();
const beginMs = Date.now();
let replicas: ClockedReplicas;
let feed: { url: string; close: () => Promise<void> };
let sender: AlertSender;
let pagerDuty: PagerDuty;

function at(hours: number): string {
  return new Date(beginMs + hours * hourMs).toISOString().replaceAll(/[-:]|\.\d+/g, "");
}

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

beforeAll(async () => {
  feed = await listening(createServer((_, response) => void response.end(calendar)));
  pagerDuty = await startPagerDuty();
  replicas = await startClockedReplicas(new Date(beginMs).toISOString(), {
    count: 2,
    page: true,
    charts: false,
    paceMs: 200,
    settings: { PAGERDUTY_EVENTS_URL: pagerDuty.url },
  });
  const { slack, redisUrl, url: publicUrl } = replicas;
  const channelId = slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  const escalation = { groupId: "S0ONCALL01", afterMinutes: 5 };
  const { url, secret } = await putHook(redisUrl, slack.teamId, {
    channelId,
    publicUrl,
    name: "checkout",
    escalation,
  });
  sender = alertSender({ url, secret });
});
afterAll(async () => {
  sender.close();
  await replicas[Symbol.asyncDispose]();
  await pagerDuty[Symbol.asyncDispose]();
  await feed.close();
});

const adaInDatabases = (): Promise<SlackWindow> =>
  openWindow(browser, replicas.slack, { channel: "databases" });

/** The last message with these words. */
function message(page: Page, words: string | RegExp): Locator {
  return page.getByRole("article").filter({ hasText: words }).last();
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /^Message #/ }).fill(text);
  await page.keyboard.press("Enter");
}

test("a hook follows a rota, and the answer, the window and App Home say who is on call", async () => {
  await using ada = await adaInDatabases();
  const { page } = ada;
  await type(page, "/db alerts hooks rota checkout");
  const form = dialog(page, "Follow a rota");
  await appears(form.getByText("Address of the iCal feed"));
  await form.getByRole("textbox").fill(`${feed.url}/t0k3n.ics`);
  await keepBothWidths(page, "rota-form");
  await form.getByRole("button", { name: "Save" }).click();
  await appears(form.getByText(/I mention who is on call by the rota at/));
  await keepBothWidths(page, "rota-saved");
  await page.keyboard.press("Escape");
  await until(async () => {
    await type(page, "/db oncall");
    await appears(message(page, /checkout: /));
    return message(page, /Ada Park until .*, then Someone Else/).isVisible();
  });
  await keepBothWidths(page, "oncall", message(page, /Ada Park until/));
  await type(page, "/db who's on call for checkout tonight?");
  const lines = message(page, /no one/);
  await appears(lines.getByText(/Sam Rivera/));
  await keepBothWidths(page, "oncall-checkout", lines);
  await type(page, "/db alerts hooks show checkout");
  const window = dialog(page, "Hook checkout");
  await clickButton(window, "Escalation");
  await appears(window.getByText(/Ada Park until/));
  await keepBothWidths(page, "rota-window");
  await page.keyboard.press("Escape");
  const places = page.getByRole("navigation", { name: "Workspace" });
  await places.getByRole("button", { name: "Quartermaster" }).click();
  const mine = page.getByRole("heading", { name: "You're on call" });
  expect(await appears(mine)).toBe(true);
  await keepBothWidths(page, "rota-home", mine);
});

test("with two replicas each escalation mentions who is on call once", async () => {
  await using seen = person(replicas.slack, "Ada Park");
  await using ada = await adaInDatabases();
  const { page } = ada;
  const names = ["Error rate", "Slow queries", "Failed logins", "Disk is nearly full"];
  for (const name of names) await sender.fire({ name, at: replicas.clock.now() });
  for (const name of names) await appears(message(page, name));
  replicas.clock.moveTo(new Date(replicas.clock.now().getTime() + 6 * minuteMs));
  const mentions = async () =>
    (await seen.messages("databases")).filter((each) => shownText(each).includes("you're on call"));
  await until(async () => (await mentions()).length >= names.length);
  const root = message(page, "Error rate");
  await root.getByRole("button", { name: /repl(y|ies)/ }).click();
  await appears(page.getByText(/you're on call, and this isn't acknowledged yet/));
  await keepBothWidths(page, "rota-escalated");
  const found = await mentions();
  expect(new Set(found.map(({ threadTs }) => threadTs)).size).toBe(names.length);
  expect(found).toHaveLength(names.length);
});

test("an escalated alert is handed over to PagerDuty, and the window and the thread say so", async () => {
  await using ada = await adaInDatabases();
  const { page } = ada;
  await type(page, "/db alerts hooks handover checkout pagerduty");
  const form = dialog(page, "Hand over alerts");
  await appears(form.getByText("Routing key"));
  await form.getByRole("textbox").first().fill(pagerDuty.routingKey);
  await keepBothWidths(page, "handover-form");
  await form.getByRole("button", { name: "Save" }).click();
  await appears(form.getByText(/I hand it over to PagerDuty/));
  await page.keyboard.press("Escape");
  await type(page, "/db alerts hooks show checkout escalation");
  const window = dialog(page, "Hook checkout");
  await appears(window.getByText(/I tell PagerDuty/));
  await keepBothWidths(page, "handover-window");
  await page.keyboard.press("Escape");
  await sender.fire({ name: "Payments fail", at: replicas.clock.now() });
  const root = message(page, "Payments fail");
  await appears(root);
  replicas.clock.moveTo(new Date(replicas.clock.now().getTime() + 6 * minuteMs));
  await root.getByRole("button", { name: /repl(y|ies)/ }).click();
  await appears(page.getByText(/Handed over to PagerDuty/));
  await keepBothWidths(page, "handover-thread");
  // Without the secret of PagerDuty's webhook, nothing comes back.
  expect(await page.getByText(/shows here too/).count()).toBe(0);
  expect([...pagerDuty.incidents.values()].map(({ pages }) => pages)).toEqual([1]);
});
