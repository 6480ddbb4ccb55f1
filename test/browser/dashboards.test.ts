import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { dialog, fill, gone, clickButton, say } from "../support/form-page.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { observedEnvironment, targetsOf } from "../support/observed-environment.ts";
import { keepScreenshot } from "../support/screenshot.ts";
import { appears, message, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({ page: true, environment: observedEnvironment });
const browser = useBrowser();

beforeAll(async () => void (await targetsOf(environment)));

/** Opens a form, takes a picture once it is loaded, and closes it again. */
async function lookAt(form: Locator, label: string, picture: string): Promise<void> {
  await appears(form.getByLabel(label));
  await keepScreenshot(form.page(), picture);
  await clickButton(form, "Cancel");
  await gone(form);
}

test("a dashboard is chosen, shown and extended, and its forms say what they do", async () => {
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  await page.setViewportSize({ width: 1280, height: 1400 });
  await say(page, "/db dashboards");
  await message(page, "Which service?").getByRole("combobox").click();
  await keepScreenshot(page, "dashboards-which");
  await page.getByRole("option", { name: "orders prod" }).click();
  const list = message(page, "2 dashboards in orders prod, by name.");
  await appears(list);
  await keepScreenshot(page, "dashboards-list");
  await say(page, "/db dashboards create orders prod");
  await lookAt(dialog(page, "Create dashboard"), "Data source", "dashboard-create");
  await list.getByRole("button", { name: "Show", exact: true }).first().click();
  const shown = message(page, "7. What to do");
  await appears(shown);
  await keepScreenshot(page, "dashboard-shown");

  await clickButton(shown, "Rename or retag");
  await lookAt(dialog(page, "Rename or retag"), "Tags", "dashboard-edit");
  await clickButton(shown, "Delete");
  await lookAt(dialog(page, "Delete dashboard"), "Type its name to confirm", "dashboard-delete");
  const menu = shown.getByRole("button", { name: "More actions" }).first();
  await menu.click();
  await keepScreenshot(page, "dashboard-tile-menu");
  await page.getByRole("menuitem", { name: "Change tile…" }).click();
  await lookAt(dialog(page, "Change a tile"), "Filter", "dashboard-change-tile");
  await menu.click();
  await page.getByRole("menuitem", { name: "Remove tile…" }).click();
  const removal = dialog(page, "Remove a tile");
  await appears(removal.getByText("This also deletes 1 alert rule"));
  await keepScreenshot(page, "dashboard-remove-tile");
  await clickButton(removal, "Cancel");

  await clickButton(shown, "Add tile");
  const adding = dialog(page, "Add a tile");
  await fill(adding, { Name: "Fatal lines by host", Filter: "level:fatal", "Group by": "host" });
  await keepScreenshot(page, "dashboard-add-tile");
  await clickButton(adding, "Add");
  await appears(page.getByText("Saved the dashboard “API Monitoring” of orders prod."));
  await keepScreenshot(page, "dashboard-saved");
  await page.keyboard.press("Escape");
  await list.getByRole("button", { name: "Show", exact: true }).first().click();
  await appears(message(page, "8. Fatal lines by host"));
  await page.setViewportSize({ width: 390, height: 844 });
  await keepScreenshot(page, "dashboard-shown-narrow");
  expect(await message(page, "8. Fatal lines by host").innerText()).toContain(
    "count of level:fatal, by host",
  );
});
