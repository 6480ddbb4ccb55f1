import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type AppHere, startAppHere } from "../support/app-here.ts";
import { useBrowser } from "../support/browser.ts";
import { listening } from "../support/listening.ts";
import { useRedis } from "../support/redis.ts";
import { keepWholeAtBothWidths } from "../support/screenshot.ts";
import { appears } from "../support/slack-window.ts";
import { type TwoSlacks, startTwoSlacks } from "../support/two-slacks.ts";
import { until } from "../support/until.ts";

const redis = useRedis();
const browser = useBrowser();
let slacks: TwoSlacks;
let app: AppHere;

beforeAll(async () => {
  slacks = await startTwoSlacks({ installed: false });
  // Slack knows the app's address before it starts.
  const place = await listening(createServer());
  await place.close();
  app = await startAppHere({
    ...slacks.environment,
    PORT: new URL(place.url).port,
    PUBLIC_URL: place.url,
    REDIS_URL: redis.url,
    ENCRYPTION_KEYS: `test:${randomBytes(32).toString("base64")}`,
  });
  slacks.setAppUrl(app.url);
  await until(async () => (await fetch(`${app.url}/readyz`)).ok);
});
afterAll(async () => {
  await app.end("SIGTERM");
  await slacks.close();
});

async function openPage(colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, colorScheme });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${app.url}/slack/install`);
  return page;
}

/** Moves to a link or a button with the keyboard, and activates it. */
async function follow(page: Page, name: string): Promise<void> {
  await appears(page.getByRole("link", { name }).or(page.getByRole("button", { name })));
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    if ((await focused.count()) > 0 && (await focused.textContent())?.trim() === name) {
      return page.keyboard.press("Enter");
    }
  }
  throw new Error(`The keyboard does not come to “${name}”.`);
}

test("the app is added to a workspace with the keyboard only and without scripts, and says what to do next", async () => {
  const page = await openPage();
  await keepWholeAtBothWidths(page, "install");
  await follow(page, "Add to Slack");
  await follow(page, "Acme");
  await follow(page, "Allow");
  expect(await appears(page.getByRole("heading", { name: "Quartermaster is installed" }))).toBe(true);
  await keepWholeAtBothWidths(page, "installed");
  const open = await page.getByRole("link", { name: "Open in Slack" }).getAttribute("href");
  expect(open).toMatch(/\/app_redirect\?app=A\w+&team=T0ACME0001$/);
});

test("a person who cancels reads that nothing was installed, and finds the way back", async () => {
  const page = await openPage("dark");
  await follow(page, "Add to Slack");
  await follow(page, "Birch");
  await follow(page, "Cancel");
  expect(await appears(page.getByRole("heading", { name: "Nothing was installed" }))).toBe(true);
  await follow(page, "Read what it asks for, and why");
  expect(await appears(page.getByRole("heading", { name: "Add Quartermaster to Slack" }))).toBe(true);
  await keepWholeAtBothWidths(page, "install-dark");
});
