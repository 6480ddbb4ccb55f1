import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../../../test/support/browser.ts";
import { appears, openWindow } from "../../../test/support/slack-window.ts";
import { asObject, tinyApp, type TinyApp } from "./tiny-app.ts";

const browser = useBrowser();

const stepApp = () =>
  tinyApp(undefined, { page: true, manifestPath: `${import.meta.dirname}/step-manifest.yml` });

/** Runs the step from the sidebar. Returns the run's id after the app has got it. */
async function order(app: TinyApp, page: Page): Promise<unknown> {
  await page.getByRole("button", { name: "Order a table" }).click();
  await page.getByLabel("Restaurant").fill("Lola");
  await page.keyboard.press("Enter");
  await page.getByText("Stepper is at work.").waitFor();
  return asObject(app.received[0]?.payload.event).function_execution_id;
}

test("a step can be run from the sidebar by keyboard alone, with the acting person preselected", async () => {
  await using app = await stepApp();
  await using ada = await openWindow(browser, app.slack);
  const { page } = ada;
  await page.getByRole("button", { name: "Order a table" }).focus();
  for (const key of ["Enter", "restaurant:Lola", "Tab", "seats:4", "Enter"]) {
    const [, typed] = key.split(":");
    await (typed === undefined ? page.keyboard.press(key) : page.keyboard.type(typed));
  }
  await expect.poll(() => app.received.length).toBe(1);
  expect(app.received[0]?.payload.event).toMatchObject({
    type: "function_executed",
    inputs: { restaurant: "Lola", seats: 4, guest: app.ada.id },
  });
});

test("a successful step shows its outputs", async () => {
  await using app = await stepApp();
  await using ada = await openWindow(browser, app.slack);
  const function_execution_id = await order(app, ada.page);
  const outputs = { number: "7 & <8>" };
  await app.call("functions.completeSuccess", { function_execution_id, outputs });
  expect(await appears(ada.page.getByText("7 & <8>"))).toBe(true);
  await ada.page.keyboard.press("Enter");
  await ada.page.getByRole("dialog").waitFor({ state: "detached" });
});

test("a failed step shows the app's message", async () => {
  await using app = await stepApp();
  await using ada = await openWindow(browser, app.slack);
  const function_execution_id = await order(app, ada.page);
  await app.call("functions.completeError", { function_execution_id, error: "Lola is closed." });
  expect(await appears(ada.page.getByRole("status").getByText("Lola is closed."))).toBe(true);
  await ada.page.keyboard.press("Escape");
  await ada.page.getByRole("dialog").waitFor({ state: "detached" });
});

test("a missing required input is reported under its field", async () => {
  await using app = await stepApp();
  await using ada = await openWindow(browser, app.slack);
  await ada.page.getByRole("button", { name: "Order a table" }).click();
  await ada.page.getByRole("button", { name: "Run the step" }).click();
  expect(await appears(ada.page.getByRole("alert").getByText("This input is required."))).toBe(true);
  expect(app.received).toEqual([]);
});

test("an app without steps has no steps region", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  expect(await ada.page.getByRole("region", { name: "Workflow steps" }).count()).toBe(0);
});
