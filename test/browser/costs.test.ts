import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { knowService, say } from "../support/form-page.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { keepBothWidths, keepScreenshot } from "../support/screenshot.ts";
import { appears, openWindow } from "../support/slack-window.ts";
import { until } from "../support/until.ts";

const environment = useTestEnvironment({
  page: true,
  environment: () => ({
    CLOUD_CONSOLE_SERVICE_URL: "https://console.example.com/services/{serviceId}",
    CLOUD_CONSOLE_COSTS_URL: "https://console.example.com/billing?day={day}",
  }),
});
const browser = useBrowser();

/** Asks again if a picture came too late, because a busy machine draws its first one slowly. */
async function askUntil(page: Page, command: string, picture: Locator): Promise<void> {
  const answers = page.getByText("What changed most");
  await until(async () => {
    const before = await answers.count();
    await say(page, command);
    await answers.nth(before).waitFor();
    return (await picture.count()) > 0;
  });
}

test("costs and their picture are shown by service, by metric and by day in one message", async () => {
  await using ada = await openWindow(browser, environment.slack);
  const { page } = ada;
  for (const service of environment.organization.services) await knowService(page, service);
  const picture = page.getByRole("img", { name: /^Credits per day by service, [^:]+: 31 bars/ });
  await askUntil(page, "/db costs last 31 days", picture);
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
  await appears(page.getByText("What changed most").last());
  await keepBothWidths(page, "costs-by-service", page.getByRole("button", { name: "CSV" }).last());

  await page.getByRole("button", { name: "By metric" }).last().click();
  await appears(page.getByRole("img", { name: /^Credits per day by metric/ }));
  await keepBothWidths(page, "costs-by-metric", page.getByRole("button", { name: "CSV" }).last());

  await page.getByRole("button", { name: "By day" }).last().click();
  await appears(page.getByText("vs. last week"));
  expect(await appears(page.getByText("provisional").first())).toBe(true);
  await keepBothWidths(page, "costs-by-day", page.getByRole("button", { name: "CSV" }).last());
});

test("an answer is shared after a question about who will see it", async () => {
  await using ada = await openWindow(browser, environment.slack);
  await using sam = await openWindow(browser, environment.slack, { user: "Sam Rivera" });
  await say(ada.page, "/db costs last 7 days");
  await ada.page.getByRole("button", { name: "Share in this channel" }).last().click();
  const question = ada.page.getByRole("alertdialog", { name: "Share in this channel?" });
  await appears(question.getByText("Everyone in this channel will see"));
  await keepScreenshot(ada.page, "costs-share-question");
  await question.getByRole("button", { name: "Share", exact: true }).click();
  expect(await appears(sam.page.getByText("Shared by"))).toBe(true);
  await keepScreenshot(sam.page, "costs-shared");
});
