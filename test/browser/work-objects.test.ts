import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { alertSender } from "../support/alert-sender.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { putHook } from "../support/hook.ts";
import { keepBothWidths, keepScreenshot } from "../support/screenshot.ts";
import { appears, openWindow } from "../support/slack-window.ts";

const publicUrl = "https://qm.console.example.com";
const environment = useTestEnvironment({ page: true, environment: () => ({ PUBLIC_URL: publicUrl }) });
const browser = useBrowser();

test("links to a service and an alert get cards, and a click opens the rest beside them", async () => {
  const { ada, slack, organization, redisUrl, app } = environment;
  const serviceId = organization.services[0]?.id ?? "";
  await ada.command("databases", `/db services add ${serviceId} orders prod`);
  await ada.waitForMessage("databases", "orders prod");
  await ada.command("databases", `/db services owner orders prod <@${ada.id}>`);
  await ada.waitForMessage("databases", "owner");
  const channelId = slack.channels.find(({ name }) => name === "alerts")?.id ?? "";
  const hook = await putHook(redisUrl, slack.teamId, { channelId, publicUrl: app.url, name: "checkout" });
  const sender = alertSender({ url: hook.url, secret: hook.secret });
  const fire = (name: string, value: number) =>
    sender.fire({
      name,
      group: "orders prod",
      value,
      threshold: 80,
      message: "The disk fills up since 9:00.",
    });
  await fire("Disk of orders prod (%)", 91);
  await fire("p95 latency of orders prod (ms)", 2_432);
  sender.close();
  const { blocks } = await ada.waitForMessage("alerts", "Disk of orders");
  const alertId = /"alerts:details","value":"([^"]+)"/.exec(JSON.stringify(blocks))?.[1] ?? "";

  await using window = await openWindow(browser, slack);
  const { page } = window;
  const write = page.getByRole("textbox", { name: /^Message #/ });
  await write.fill(`The disk of this one is filling up: ${publicUrl}/open/service/${serviceId}`);
  await page.keyboard.press("Enter");
  const service = page.getByRole("region", { name: "orders prod", exact: true });
  await appears(service.getByText("running"));
  await write.fill(`And this is the alert: ${publicUrl}/open/alert/${alertId}`);
  await page.keyboard.press("Enter");
  const alert = page.getByRole("region", { name: /^Disk of orders prod/ });
  await appears(alert.getByRole("button", { name: "Acknowledge" }));
  await keepBothWidths(page, "work-object-cards");

  await service.getByRole("button", { name: "orders prod" }).click();
  const pane = page.getByRole("complementary", { name: "Details" });
  await appears(pane.getByText("This month"));
  await keepBothWidths(page, "work-object-service");
  await pane.getByRole("button", { name: "Close details" }).click();

  await alert.getByRole("button", { name: /^Disk of orders prod/ }).click();
  await appears(pane.getByText("Others of this service"));
  await keepBothWidths(page, "work-object-alert");
  await pane.getByRole("button", { name: "Acknowledge" }).click();
  await appears(pane.getByRole("button", { name: "Take back" }));
  await appears(alert.getByText("Acknowledged by"));
  await keepScreenshot(page, "work-object-acknowledged-1280");
  await pane.getByRole("button", { name: /^p95 latency/ }).click();
  await appears(pane.getByRole("button", { name: "Acknowledge" }));
  expect(await pane.getByRole("alert").count()).toBe(0);
});
