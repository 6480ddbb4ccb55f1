import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import {
  choose,
  closeWithEscape,
  dialog,
  fill,
  openForm,
  clickButton,
  say,
  skipToReview,
  typed,
} from "../support/form-page.ts";
import { keepBothWidths } from "../support/screenshot.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { type SlackWindow, appears, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({ page: true, provisioningMs: 2_000 });
const browser = useBrowser();

function adaWindow(): Promise<SlackWindow> {
  return openWindow(browser, environment.slack);
}

test("a service is created: form, field error, review, announcement, password, running", async () => {
  await using ada = await adaWindow();
  const form = await openForm(ada.page);
  await fill(form, { Name: "orders-staging" });
  await choose(form, { Region: "eu-west-1" });
  await clickButton(form, "Next");
  await appears(form.getByText("Name can have only letters from a to z, digits and spaces"));

  await fill(form, { Name: "orders staging" });
  await skipToReview(form);
  await clickButton(form, "Create");
  const created = dialog(ada.page, "Created");
  await clickButton(created, "Show the password");
  await appears(dialog(ada.page, "Password").getByText("You see it only once."));
  await ada.page.keyboard.press("Escape");
  await ada.page.keyboard.press("Escape");
  await appears(ada.page.getByText("Creating orders staging…"));
  await appears(ada.page.getByText("Steps of orders staging"));
  expect(await appears(ada.page.getByText("orders staging is running"))).toBe(true);
  await keepBothWidths(ada.page, "creation-steps");
});

test("the other provider's regions are offered as soon as it is chosen", async () => {
  await using ada = await adaWindow();
  const form = await openForm(ada.page);
  await fill(form, { Name: "kept" });
  await choose(form, { Provider: "Azure" });
  await choose(form, { Region: "germanywestcentral" });
  expect(await typed(form, "Name")).toBe("kept");
});

test("the cloud's refusal comes back into the form with all values", async () => {
  await using ada = await adaWindow();
  const body = { error: "LIMIT: this organization has as many services as it may have" };
  await environment.faults({
    kind: "status",
    status: 400,
    times: 1,
    body,
    match: { operation: "createService" },
  });
  const form = await openForm(ada.page, "unlucky");
  await choose(form, { Region: "eu-west-2" });
  await skipToReview(form);
  await clickButton(form, "Create");
  await appears(form.getByText("this organization has as many services as it may have"));
  await appears(form.getByText("Name: unlucky"));
  await clickButton(form, "Create");
  expect(await appears(dialog(ada.page, "Created"))).toBe(true);
});

test("backups and costs are tables that only the asker sees", async () => {
  await using ada = await adaWindow();
  await using sam = await openWindow(browser, environment.slack, { user: "Sam Rivera" });
  await say(ada.page, `/db services add ${environment.organization.services[0]?.id} shop orders`);
  await say(ada.page, "/db backups shop orders");
  const backups = ada.page.getByRole("table").last();
  expect(await appears(backups.getByText("Incremental").first())).toBe(true);
  await say(ada.page, "/db costs last 7 days");
  expect(await appears(ada.page.getByText("credits from").first())).toBe(true);
  expect(await appears(ada.page.getByText("provisional: the amounts may still change").first())).toBe(true);
  expect(await sam.page.getByRole("table").count()).toBe(0);
});

test("a person who closes the form creates nothing", async () => {
  await using ada = await adaWindow();
  const posts = (await environment.received("POST")).length;
  await closeWithEscape(await openForm(ada.page, "never"));
  expect((await environment.received("POST")).length).toBe(posts);
});
