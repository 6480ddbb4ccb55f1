import { once } from "node:events";
import { expect, test } from "vitest";
import { keys } from "../../src/platform/redis/keys.ts";
import { connectRedis } from "../../src/platform/redis/connect.ts";
import { createStore } from "../../src/app/store.ts";
import { redisServerAt } from "../../src/platform/redis/server.ts";
import { hookRecord, incidentRecord } from "../support/alerts.ts";
import { useBrowser } from "../support/browser.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { keepBothWidths, keepScreenshot } from "../support/screenshot.ts";
import { type SlackWindow, appears, goTo, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({ page: true });
const browser = useBrowser();

async function openHome({ page }: SlackWindow): Promise<void> {
  await goTo(page, "Quartermaster");
}

async function keepBoth({ page }: SlackWindow, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 1600 });
  await keepScreenshot(page, `home-${name}-1280`);
  await page.setViewportSize({ width: 390, height: 2200 });
  await keepScreenshot(page, `home-${name}-390`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

/** The data of a workspace after some weeks. */
async function moveIn(): Promise<void> {
  const redis = connectRedis(redisServerAt(environment.redisUrl), () => {});
  await once(redis, "ready");
  const store = createStore(redis).workspace(environment.slack.teamId);
  const addedAt = new Date().toISOString();
  for (const { id, name } of environment.organization.services)
    await store.services.add({ name, serviceId: id, addedBy: "U0ADAPARK1", addedAt });
  await store.grants.set("group:S1", {
    kind: "group",
    id: "S1",
    name: "dba",
    role: "operator",
    grantedBy: "U0ADAPARK1",
    grantedAt: addedAt,
  });
  const { teamId, channels } = environment.slack;
  const channelId = channels.find(({ name }) => name === "databases")?.id ?? "";
  const gone = { channelId: "C0GONE", reason: "is archived", at: addedAt };
  const hook = hookRecord({ id: `${teamId}-h1`, channelId, unreachable: [gone] });
  await store.hooks.add(hook);
  const atMs = Date.now() - 60_000;
  const incident = incidentRecord({
    hookId: hook.id,
    channelId,
    openedAtMs: atMs,
    lastSeenAtMs: atMs,
    severity: "critical",
  });
  await redis.set(keys.incident(teamId, incident.id), JSON.stringify(incident));
  await redis.zadd(keys.openIncidents(teamId, hook.id), atMs, incident.id);
  const letter = {
    itemId: "i9",
    channelId: "C0GONE",
    reason: "It is archived.",
    atMs,
    attempts: 3,
    events: 1,
  };
  await redis.hset(keys.deadLetters(teamId), letter.itemId, JSON.stringify(letter));
  redis.disconnect();
}

test("a new workspace's Home shows the next step of its set-up", async () => {
  await using ada = await openWindow(browser, environment.slack);
  await openHome(ada);
  expect(await appears(ada.page.getByText("2. Choose who can do what"))).toBe(true);
  await appears(ada.page.getByText("so far this month"));
  await keepBoth(ada, "new");
});

test("a busy workspace's Home shows services with their state, this month's costs and what is broken", async () => {
  await moveIn();
  await using ada = await openWindow(browser, environment.slack);
  await openHome(ada);
  await appears(ada.page.getByText("so far this month"));
  expect(await appears(ada.page.getByText("running").first())).toBe(true);
  expect(await appears(ada.page.getByText("1 open alert"))).toBe(true);
  expect(await appears(ada.page.getByText("1 alert couldn't be shown in Slack"))).toBe(true);
  expect(await ada.page.getByText("Set up Quartermaster").count()).toBe(0);
  await keepBoth(ada, "busy");
  await answersOpenThere(ada);
  await windowOpensThere(ada);
});

/** Opens a service's window from Home, and its other tabs. */
async function windowOpensThere({ page }: SlackWindow): Promise<void> {
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "orders prod" });
  await dialog.waitFor();
  await dialog.getByText("(shown)").first().waitFor();
  await keepBothWidths(page, "window-first");
  for (const tab of ["Connect", "All settings"]) {
    await dialog.getByRole("button", { name: tab, exact: true }).click();
    await dialog.getByRole("button", { name: `${tab} (shown)` }).waitFor();
    await keepBothWidths(page, `window-${tab.toLowerCase().replace(" ", "-")}`);
  }
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await dialog.waitFor({ state: "hidden" });
}

/** Clicks buttons on Home. Each answer opens in a modal. */
async function answersOpenThere({ page }: SlackWindow): Promise<void> {
  for (const [name, button] of [
    ["costs", "Costs this month"],
    ["backups", "Backups"],
    ["alerts", "Details"],
    ["admin", "Admin"],
  ] as const) {
    await page.getByRole("button", { name: button, exact: true }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await page.getByRole("dialog", { name: "Working on it…" }).waitFor({ state: "hidden" });
    await keepBothWidths(page, `modal-${name}`);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await dialog.waitFor({ state: "hidden" });
  }
}
