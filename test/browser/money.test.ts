import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { callerIn } from "../support/data-of.ts";
import { choose, clickButton, dialog, knowService, say } from "../support/form-page.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { serviceNamed } from "../support/reference-server.ts";
import { keepBothWidths, keepScreenshot } from "../support/screenshot.ts";
import { appears, goTo, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({
  page: true,
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000", COMPUTE_CREDITS_PER_GB_HOUR: "0.05" }),
});
const browser = useBrowser();

/** Opens the create form at its first screen, with a name and a region. */
async function openShortForm(page: Page, name: string): Promise<Locator> {
  await say(page, `/db create ${name}`);
  const form = page.getByRole("dialog", { name: "Create a service" });
  await choose(form, { Region: "eu-west-1" });
  return form;
}

test("a price of a credit puts money beside credits in the list, an answer, a budget and a month's page", async () => {
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  await knowService(page, await serviceNamed(environment, "orders prod"));
  await say(page, "/db admin connections price default 0.30 EUR");
  await appears(page.getByText("A credit of default costs €0.30."));
  await say(page, "/db costs last 7 days");
  const note = page.getByText("Money is at €0.30 a credit.").last();
  await appears(note);
  await keepBothWidths(page, "money-costs", page.getByText(/credits \(€/).last());
  await say(page, "/db costs budget set 2000 monthly");
  await appears(page.getByText("Set a monthly budget of 2,000 credits (€600.00)"));
  await keepBothWidths(page, "money-budget", page.getByText("Set a monthly budget").last());
  await say(page, "/db costs month");
  await appears(page.getByText("Spent:").last());
  expect(await page.getByRole("button", { name: "FOCUS file" }).count()).toBeGreaterThan(0);
  await keepBothWidths(page, "money-month", page.getByText("Spent:").last());
  await goTo(page, "Quartermaster");
  const costsOnHome = page.getByText(/€/).last();
  expect(await appears(costsOnHome)).toBe(true);
  await keepBothWidths(page, "money-home", costsOnHome);
  await goTo(page, "databases");
  await say(page, "/db costs focus monthly");
  await appears(page.getByText("the FOCUS 1.2 file of the month before").last());
  await keepBothWidths(page, "money-focus-monthly", page.getByText("FOCUS 1.2 file of the month").last());
  await say(page, "/db costs savings");
  await appears(page.getByText(/possible saving|nothing to save|14 final days/).last());
  await keepScreenshot(page, "money-savings");
  await say(page, "/db costs focus last 3 days");
  await appears(page.getByText("I've sent you a FOCUS 1.2 file").last());
  await keepScreenshot(page, "money-focus");
});

test("the form says before Create that a hard limit denies the size", async () => {
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  await say(page, "/db admin approvals deny price over 100 credits a month");
  await appears(page.getByText("No service may cost more than 100 credits in 30 days"));
  const form = await openShortForm(page, "too large");
  await appears(form.getByText("This can't be created."));
  await keepBothWidths(page, "money-denied");
  await clickButton(form, "Create");
  // The note above, and the problem at the size.
  await appears(form.getByText("is over the limit of 100 credits").nth(1));
  expect((await environment.received("POST")).filter(({ path }) => path.endsWith("/services"))).toEqual([]);
});

test("a new service's announcement makes its estimate the budget", async () => {
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  await callerIn(environment).context.hardLimits.set("deny", undefined);
  const form = await openShortForm(page, "budgeted");
  await clickButton(form, "Create");
  await appears(dialog(page, "Created"));
  await page.keyboard.press("Escape");
  const button = page.getByRole("button", { name: /^Budget: .* credits a month$/ }).last();
  await appears(button);
  await keepBothWidths(page, "money-budget-button", button);
  await button.click();
  await page.getByRole("button", { name: "Set the budget" }).click();
  expect(await appears(page.getByText(/Set a monthly budget of .* for budgeted/).last())).toBe(true);
});
