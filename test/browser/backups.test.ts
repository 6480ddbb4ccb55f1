import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { say } from "../support/form-page.ts";
import { useHouse } from "../support/house.ts";
import { keepScreenshot } from "../support/screenshot.ts";
import { appears, openWindow } from "../support/slack-window.ts";

const house = useHouse({ page: true });
const browser = useBrowser();

test("backups are looked at: all services, the table of one, its next page in place, one whole", async () => {
  await using ada = await openWindow(browser, house.slack);
  const { page } = ada;
  for (const { id, name } of house.organization.services) {
    await say(page, `/db services add ${id} ${name}`);
    await appears(page.getByText(`${name} is known here now`));
  }
  await say(page, "/db backups");
  await appears(page.getByText("Backups of 2 services, worst first."));
  await keepScreenshot(page, "backups-of-all-services");
  await page.getByRole("button", { name: "Backups" }).first().click();
  await appears(page.getByText("Page 1 of"));
  await keepScreenshot(page, "backups-table");
  await page.getByRole("button", { name: "Older" }).click();
  await appears(page.getByText("Page 2 of"));
  expect(await page.getByText("Page 1 of").count()).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await keepScreenshot(page, "backups-table-narrow");
});
