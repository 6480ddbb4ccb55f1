import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { useHouse } from "../support/house.ts";
import { type SlackWindow, appears, openWindow } from "../support/slack-window.ts";

const house = useHouse({ page: true, provisioningMs: 2_000 });
const browser = useBrowser();

function adaWindow(): Promise<SlackWindow> {
  return openWindow(browser, house.slack);
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message #databases" }).fill(text);
  await page.keyboard.press("Enter");
}

function dialog(page: Page, name: string): Locator {
  return page.getByRole("dialog", { name });
}

async function choose(form: Locator, label: string, option: string): Promise<void> {
  await form.getByLabel(label).click();
  await form.page().getByRole("option", { name: option, exact: true }).click();
}

test("a service is created: form, field error, password, announcement, running", async () => {
  await using ada = await adaWindow();
  await say(ada.page, "/db create");
  const form = dialog(ada.page, "Create a service");
  await form.getByLabel("Name").fill("orders-staging");
  await choose(form, "Region", "eu-west-1");
  await form.getByRole("button", { name: "Create" }).click();
  expect(await appears(form.getByText("Name may hold only letters from a to z, digits and spaces"))).toBe(
    true,
  );

  await form.getByLabel("Name").fill("orders staging");
  await form.getByRole("button", { name: "Create" }).click();
  const created = dialog(ada.page, "Created");
  expect(await appears(created.getByText("shown here once and kept nowhere"))).toBe(true);
  await created.getByRole("button", { name: "Close" }).last().click();
  expect(await appears(ada.page.getByText("orders staging is created and provisioning"))).toBe(true);
  expect(await appears(ada.page.getByText("orders staging is created and running"))).toBe(true);
});

test("the other provider's regions are offered as soon as it is chosen", async () => {
  await using ada = await adaWindow();
  await say(ada.page, "/db create");
  const form = dialog(ada.page, "Create a service");
  await form.getByLabel("Name").fill("kept");
  await choose(form, "Provider", "Azure");
  await choose(form, "Region", "germanywestcentral");
  expect(await form.getByLabel("Name").inputValue()).toBe("kept");
});

test("what the cloud refuses comes back into the form with everything typed", async () => {
  await using ada = await adaWindow();
  await house.faults({ kind: "html", status: 503, times: 1, match: { operation: "createService" } });
  await say(ada.page, "/db create unlucky");
  const form = dialog(ada.page, "Create a service");
  await choose(form, "Region", "eu-west-2");
  await form.getByRole("button", { name: "Create" }).click();
  expect(await appears(form.getByText("Nothing was created."))).toBe(true);
  expect(await form.getByLabel("Name").inputValue()).toBe("unlucky");
  await form.getByRole("button", { name: "Create" }).click();
  expect(await appears(dialog(ada.page, "Created"))).toBe(true);
});

test("backups and costs are read as tables, for the asker's eyes alone", async () => {
  await using ada = await adaWindow();
  await using sam = await openWindow(browser, house.slack, { user: "Sam Rivera" });
  await say(ada.page, `/db services add ${house.organization.services[0]?.id} shop orders`);
  await say(ada.page, "/db backups shop orders");
  const backups = ada.page.getByRole("table").last();
  expect(await appears(backups.getByText("Incremental").first())).toBe(true);
  await say(ada.page, "/db costs last 7 days");
  expect(await appears(ada.page.getByText("credits from").first())).toBe(true);
  expect(await appears(ada.page.getByText("provisional and may still change").first())).toBe(true);
  expect(await sam.page.getByRole("table").count()).toBe(0);
});

test("a person who closes the form creates nothing", async () => {
  await using ada = await adaWindow();
  const posts = (await house.received("POST")).length;
  await say(ada.page, "/db create never");
  await dialog(ada.page, "Create a service").waitFor();
  await ada.page.keyboard.press("Escape");
  await dialog(ada.page, "Create a service").waitFor({ state: "detached" });
  expect((await house.received("POST")).length).toBe(posts);
});
