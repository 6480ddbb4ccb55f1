import { expect, test } from "vitest";
import { z } from "zod";
import { useBrowser } from "../support/browser.ts";
import { choose, dialog, field, fill, clickButton, say } from "../support/form-page.ts";
import { putHook } from "../support/hook.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { control, observedEnvironment, targetsOf } from "../support/observed-environment.ts";
import { keepBothWidths, keepScreenshot } from "../support/screenshot.ts";
import { appears, goTo, goToMessages, message, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({ page: true, environment: observedEnvironment });
const browser = useBrowser();

/** A hook in #alerts, and the id of a webhook of the deployment that posts to it. */
async function webhookTo(name: string): Promise<string> {
  const { redisUrl, slack, app } = environment;
  const channelId = slack.channels.find((channel) => channel.name === "alerts")?.id ?? "";
  const hook = await putHook(redisUrl, slack.teamId, { channelId, publicUrl: app.url, name });
  const headers = { authorization: `Bearer ${hook.secret}` };
  const webhook = { name: "Slack", url: hook.url, headers, template: "structured" };
  return z.object({ id: z.string() }).parse(await control(environment, "POST", "/webhooks", webhook)).id;
}

test("from the list to the tiles, an alert is created on a tile, fires, and is shown in the channel and on itself", async () => {
  const { name: place } = (await targetsOf(environment)).managed;
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 1150 });
  const hookName = "checkout";
  const webhookId = await webhookTo(hookName);
  const name = "Errors seen";

  await say(page, `/db dashboards ${place}`);
  const list = message(page, "2 dashboards");
  await appears(list.getByText("7 tiles"));
  await keepBothWidths(page, "dashboards");
  await list.getByRole("button", { name: "Show" }).first().click();
  const dashboard = message(page, `In ${place} · 7 tiles`);
  await appears(dashboard.getByText("7. What to do"));
  await keepBothWidths(page, "dashboard");

  await dashboard.getByRole("button", { name: "More actions" }).nth(1).click();
  await page.getByRole("menuitem", { name: "Create alert rule…" }).click();
  const form = dialog(page, "Create alert rule");
  await field(form, "Threshold").fill("5");
  await appears(form.getByText(/5 or more in 5 minutes/));
  await keepBothWidths(page, "alert-rule");
  await clickButton(form, "Next");
  await choose(form, { "Hook it posts to": hookName });
  await fill(form, { "Webhook id": webhookId, Name: name, Message: "Look at the gateway first." });
  await appears(form.getByText("In the server's console, add a generic webhook"));
  await keepBothWidths(page, "alert-webhook");
  await clickButton(form, "Create");
  await appears(dialog(page, "Created").getByText(`Created the alert rule “${name}”`));
  await keepScreenshot(page, "alert-created");
  await page.keyboard.press("Escape");

  await control(environment, "POST", `/alerts/${encodeURIComponent(name)}/breach`, { value: 12 });
  await goTo(page, "alerts");
  await appears(message(page, name).getByText(/^Firing: /));
  await keepScreenshot(page, "alert-in-channel");
  await goToMessages(page);
  await clickButton(message(page, `Your alert rule ${name} fired for the first time`), "Show rule");
  const shown = message(page, "Latest alerts");
  await appears(shown.getByText("Look at the gateway first."));
  await keepBothWidths(page, "alert");

  await clickButton(shown, "Edit");
  const edit = dialog(page, "Edit alert rule");
  await appears(edit.getByText(`Notifies ${hookName} in #alerts.`));
  await keepScreenshot(page, "alert-edited");
  await clickButton(edit, "Cancel");
  await clickButton(shown, "Send a test");
  await goTo(page, "alerts");
  expect(await appears(page.getByText(`Test: “${name}” reaches this channel`))).toBe(true);
  await keepScreenshot(page, "alert-tested");
});
