import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { say } from "../support/form-page.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { appears, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({ page: true, organization: "Long Haul", fleet: 112 });
const browser = useBrowser();

test("a new workspace takes over what its cloud has: some by search and filter, then all", async () => {
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  await say(page, "/db services");
  await appears(page.getByText(/I found 112 services in your cloud/));
  await keepBothWidths(page, "found-services", page.getByRole("button", { name: "Choose…" }));
  await page.getByRole("button", { name: "Choose…" }).click();
  const dialog = page.getByRole("dialog");
  const services = dialog.getByRole("combobox", { name: "Services" });
  await appears(services);
  await appears(dialog.getByText("Shows 100 of 112."));
  await dialog.getByLabel("Filter").fill("fleet 11");
  await appears(dialog.getByText("Adds all 4 that fit the filter"));
  for (const name of ["fleet 110", "fleet 112"]) {
    await services.click();
    await page.keyboard.type(name.slice(-3));
    await page.getByRole("option", { name }).click();
  }
  await page.keyboard.press("Tab");
  await dialog.getByLabel("Team").fill("payments");
  await keepBothWidths(page, "found-choice");
  await dialog.getByRole("button", { name: "Add" }).click();
  await appears(dialog.getByText("Added 2 services: fleet 110 and fleet 112."));
  await appears(dialog.getByText("They belong to team payments."));
  await keepBothWidths(page, "found-added");
  await page.keyboard.press("Escape");
  await say(page, "/db services add all");
  await appears(page.getByText(/Added 110 services/));
  await keepBothWidths(page, "found-all-added", page.getByText(/Added 110 services/));
  expect(await page.getByText("I found 112 services").count()).toBe(1);
});
