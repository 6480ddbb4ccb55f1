import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { consoles } from "@quartermaster/reference-cloud";
import { control } from "../support/asking.ts";
import { useBrowser } from "../support/browser.ts";
import { putHook } from "../support/hook.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { keepBothWidths, keepScreenshot } from "../support/screenshot.ts";
import { appears, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({
  page: true,
  environment: ({ standalone }) => ({
    CLOUD_CONSOLE_OBSERVABILITY_URL: consoles.managed,
    OBSERVABILITY_URL: standalone.appUrl,
    OBSERVABILITY_CONSOLE_URL: consoles.standalone,
    OBSERVABILITY_TOKEN_REF: "env:TEST_OBSERVABILITY_TOKEN",
    TEST_OBSERVABILITY_TOKEN: standalone.token,
  }),
});
const browser = useBrowser();

const Items = z.object({ data: z.array(z.looseObject({ id: z.string(), name: z.string() })) });

/** The id of a dashboard or an alert of the stand-alone server. */
async function idOf(resource: "dashboards" | "alerts", name: string): Promise<string> {
  const { appUrl, token } = environment.cloud.standalone;
  const headers = { authorization: `Bearer ${token}` };
  const { data } = Items.parse(await (await fetch(`${appUrl}/api/v2/${resource}`, { headers })).json());
  return data.find((item) => item.name === name)?.id ?? "";
}

/** The alert fires, and its incident is in #alerts. */
async function fire(alertId: string): Promise<void> {
  const { redisUrl, slack, app, cloud } = environment;
  const channelId = slack.channels.find(({ name }) => name === "alerts")?.id ?? "";
  const hook = await putHook(redisUrl, slack.teamId, { channelId, publicUrl: app.url, name: "checkout" });
  const headers = { authorization: `Bearer ${hook.secret}` };
  await control(cloud, "/webhooks", { name: "Slack", url: hook.url, headers, alerts: [alertId] });
  await control(cloud, `/alerts/${alertId}/breach`, {});
  await environment.ada.waitForMessage("alerts", "Firing");
}

async function post(page: Page, text: string): Promise<Locator> {
  await page.getByRole("textbox", { name: /^Message #/ }).fill(text);
  await page.keyboard.press("Enter");
  return page.getByRole("article").filter({ hasText: text }).last();
}

test("links to a dashboard and to an alert get cards with their state, on a desk and on a phone", async () => {
  const [dashboardId, alertId] = await Promise.all([
    idOf("dashboards", "API Monitoring"),
    idOf("alerts", "p95 latency (ms)"),
  ]);
  await fire(alertId);
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  const dashboard = await post(page, `What is this? ${consoles.standalone}/dashboards/${dashboardId}`);
  await appears(dashboard.getByText("Firing: p95 latency (ms)"));
  const alert = await post(page, `And this: ${consoles.standalone}/alerts/${alertId}`);
  await appears(alert.getByRole("button", { name: "Acknowledge" }));
  await appears(alert.getByText("Added by Quartermaster"));
  await keepBothWidths(page, "unfurl-cards");
  await alert.getByRole("button", { name: "Acknowledge" }).click();
  await appears(page.getByText("You acknowledged"));
  await keepScreenshot(page, "unfurl-acknowledged");
  expect(await alert.getByRole("link", { name: "message" }).count()).toBe(1);
});

test("in a channel shared with another company, the card says what the link is", async () => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ channel: "incidents", isShared: true });
  await fetch(`${environment.slack.url}/page/channel`, { method: "POST", headers, body });
  await using ada = await openWindow(browser, environment.slack, { channel: "incidents" });
  const message = await post(ada.page, `${consoles.standalone}/dashboards/d1`);
  await appears(message.getByText("Choose Show to see it."));
  await keepScreenshot(ada.page, "unfurl-quiet");
  const card = message.locator(".message-content");
  expect(await card.getByRole("button").allTextContents()).toEqual(["Show", "Alert rules"]);
});
