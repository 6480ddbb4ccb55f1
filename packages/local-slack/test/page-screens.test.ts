import { expect, test } from "vitest";
import { useBrowser } from "../../../test/support/browser.ts";
import { openWindow } from "../../../test/support/slack-window.ts";
import { open, plain } from "./page-form.ts";
import { modalView, textInput, tinyApp } from "./tiny-app.ts";

const browser = useBrowser();

const longWord = "0123456789".repeat(12);
const hint = plain(`Said below the field, over more than one line of the modal, with ${longWord}`);
const alert = (text: string) => ({ type: "alert", level: "warning", text: plain(text) });
const fields = (count: number, name: string) =>
  Array.from({ length: count }, (_, place) => textInput(`${name} ${place}`, {}, { hint }));
const code = (text: string) => ({
  type: "rich_text",
  elements: [{ type: "rich_text_preformatted", elements: [{ type: "text", text }] }],
});

test("a long form shows its beginning and scrolls to its end, and a long word does not widen it", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const above = [alert(longWord), code(longWord), { type: "section", text: plain(longWord) }];
  await open(app, ada.page, [...above, ...fields(45, "field")]);
  const body = ada.page.locator(".modal-body");
  expect(await body.evaluate((element) => element.scrollTop)).toBe(0);
  expect(await ada.page.getByRole("note", { name: "warning" }).textContent()).toBe(longWord);
  await ada.page.getByLabel("field 44").fill("the last one");
  expect(await body.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test("a view replaced by another form shows its beginning, with the focus in the first field", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const { id } = await open(app, ada.page, fields(30, "size"));
  await ada.page.getByLabel("size 29").fill("8");
  await app.call("views.update", { view_id: id, view: modalView({ blocks: fields(30, "access") }) });
  const first = ada.page.getByLabel("access 0");
  await expect.poll(() => first.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await ada.page.locator(".modal-body").evaluate((element) => element.scrollTop)).toBe(0);
});

test("a view that only gains a field keeps its scroll position and its focus", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  const { id } = await open(app, ada.page, fields(30, "size"));
  const last = ada.page.getByLabel("size 29");
  await last.fill("8");
  await app.call("views.update", {
    view_id: id,
    view: modalView({ blocks: [...fields(30, "size"), ...fields(1, "more")] }),
  });
  await ada.page.getByLabel("more 0").waitFor();
  expect(await last.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await ada.page.locator(".modal-body").evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
});

test("a button copies preformatted text unchanged", async () => {
  await using app = await tinyApp(undefined, { page: true });
  await using ada = await openWindow(browser, app.slack);
  await ada.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const line = "mysql --host orders.example.com \\\n  --user default";
  await open(app, ada.page, [code(line)]);
  await ada.page.getByRole("button", { name: "Copy" }).click();
  await ada.page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await ada.page.evaluate(() => navigator.clipboard.readText())).toBe(line);
});
