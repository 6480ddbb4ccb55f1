import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { jsonObjects, stringOf, type JsonObject } from "../src/json.ts";
import { useBrowser } from "../../../test/support/browser.ts";
import { openWindow } from "../../../test/support/slack-window.ts";
import { input, lastValues, open, option, options } from "./page-form.ts";
import { buttonBlock, textInput, tinyApp, type TinyApp } from "./tiny-app.ts";

const browser = useBrowser();

const onCharacter = { dispatch_action_config: { trigger_actions_on: ["on_character_entered"] } };
const dispatching = { dispatch_action: true };

/** Stops the page's time and types a name into a form that dispatches on each character. */
async function typeInStoppedTime(app: TinyApp, page: Page, more: JsonObject = {}): Promise<void> {
  await open(app, page, [textInput("name", onCharacter, dispatching), buttonBlock("check")], more);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.getByLabel("name").pressSequentially("Orders");
}

/** The requests that the app got, each as its kind and its action's value, such as `block_actions Orders`. */
const heard = ({ received }: TinyApp) =>
  received.map(({ kind, payload }) => {
    const value = stringOf(jsonObjects(payload.actions)[0]?.value);
    return value === undefined ? kind : `${kind} ${value}`;
  });

test("a dispatching input sends each choice, and a text on Enter, with all values", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await open(app, ada.page, [
    textInput("name", {}, dispatching),
    input("provider", "static_select", { options: options("AWS", "GCP") }, dispatching),
  ]);
  await ada.page.getByLabel("name").fill("Orders");
  await ada.page.keyboard.press("Enter");
  const values = await lastValues(app, "block_actions");
  expect(values).toMatchObject({
    name: { name: { value: "Orders" } },
    provider: { provider: { selected_option: null } },
  });
  await ada.page.getByLabel("provider").click();
  await ada.page.getByRole("option", { name: "GCP" }).click();
  await expect.poll(() => app.received.length).toBe(2);
  expect(await lastValues(app, "block_actions")).toMatchObject({
    name: { name: { value: "Orders" } },
    provider: { provider: { selected_option: option("GCP") } },
  });
});

test("a text or number that dispatches on each character is sent when the person pauses, each on its own", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack, { isOwn: true });
  const { page } = ada;
  await open(app, page, [
    textInput("name", onCharacter, dispatching),
    input("size", "number_input", { is_decimal_allowed: false, ...onCharacter }, dispatching),
  ]);
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.getByLabel("name").pressSequentially("Orders");
  await page.getByLabel("size").pressSequentially("42");
  expect(heard(app)).toEqual([]);
  await page.clock.runFor(250);
  await expect.poll(() => heard(app).toSorted()).toEqual(["block_actions 42", "block_actions Orders"]);
  expect(await lastValues(app, "block_actions")).toMatchObject({
    name: { name: { value: "Orders" } },
    size: { size: { value: "42" } },
  });
});

test("the click of a modal's button follows the pending text, and has it", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack, { isOwn: true });
  await typeInStoppedTime(app, ada.page);
  await ada.page.getByRole("button", { name: "check" }).click();
  await expect.poll(() => heard(app)).toEqual(["block_actions Orders", "block_actions pressed"]);
  expect(await lastValues(app, "block_actions")).toMatchObject({ name: { name: { value: "Orders" } } });
});

test("a submission follows the pending text", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack, { isOwn: true });
  await typeInStoppedTime(app, ada.page);
  await ada.page.keyboard.press("Enter");
  await expect.poll(() => heard(app)).toEqual(["block_actions Orders", "view_submission"]);
});

test("closing a modal sends the pending text first, and then view_closed", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack, { isOwn: true });
  await typeInStoppedTime(app, ada.page, { notify_on_close: true });
  await ada.page.keyboard.press("Escape");
  await expect.poll(() => heard(app)).toEqual(["block_actions Orders", "view_closed"]);
  expect(app.received.at(-1)?.payload).toMatchObject({
    is_cleared: false,
    view: { state: { values: { name: { name: { value: "Orders" } } } } },
  });
});

test("Enter in a multiline text begins a line, and Ctrl and Enter submit", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await open(app, ada.page, [input("addresses", "plain_text_input", { multiline: true })]);
  for (const key of ["1", "Enter", "2", "Control+Enter"]) await ada.page.keyboard.press(key);
  expect(await lastValues(app, "view_submission")).toMatchObject({
    addresses: { addresses: { value: "1\n2" } },
  });
});
