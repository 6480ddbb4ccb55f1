import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import * as texts from "../../src/features/connections/page/texts.ts";
import { useBrowser } from "../support/browser.ts";
import { say } from "../support/form-page.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { keepScreenshot, keepWholeAtBothWidths } from "../support/screenshot.ts";
import { appears, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({ page: true });
const browser = useBrowser();

/** The paths of the links opened so far. */
const opened = new Set([""]);

/** The path of the link in a message. Empty if there is none. */
function pathIn(message: unknown): string {
  return /"url":"https?:\/\/[^/]+(\/connect\/[^"]+)"/.exec(JSON.stringify(message))?.[1] ?? "";
}

/** The page behind the newest button in Slack, in Ada's browser. */
async function openPage({
  javaScriptEnabled = true,
  colorScheme = "light",
}: { javaScriptEnabled?: boolean; colorScheme?: "light" | "dark" } = {}): Promise<Page> {
  await environment.ada.command("databases", "/db connect");
  const message = await environment.ada.waitForMessage(
    "databases",
    (message) => !opened.has(pathIn(message)),
  );
  const path = pathIn(message);
  opened.add(path);
  const context = await browser.newContext({
    javaScriptEnabled,
    colorScheme,
    viewport: { width: 1280, height: 900 },
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => expect(new URL(request.url()).origin).toBe(environment.app.url));
  // The console reports our refusals as errors.
  onTestFinished(() => expect(faults.filter((fault) => !/status of 4\d\d/.test(fault))).toEqual([]));
  await page.goto(environment.app.url + path);
  return page;
}

/** Moves from field to field with the keyboard only, and types. */
async function typeInto(
  page: Page,
  fields: readonly (readonly [label: string, text: string])[],
): Promise<void> {
  for (const [label, text] of fields) {
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").getAttribute("id")).toBe(
      await page.getByLabel(label, { exact: true }).getAttribute("id"),
    );
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.insertText(text);
  }
}

test("a cloud is connected with the keyboard only: mistakes are corrected, the connection is tested and saved, and Slack says so", async () => {
  await using ada = await openWindow(browser, environment.slack);
  await say(ada.page, "/db connect");
  await appears(ada.page.getByRole("button", { name: "Open the page" }));
  await keepScreenshot(ada.page, "connect-in-slack");

  const { organizationId, keyId, keySecret } = environment.organization;
  const page = await openPage();
  await keepWholeAtBothWidths(page, "connect-form");
  await page.keyboard.press("Tab");
  await typeInto(page, [
    ["Name", "shop"],
    ["Base URL", "http://10.0.0.1"],
    ["Organization id", organizationId],
    ["Console (optional)", ""],
  ]);
  await page.keyboard.press("Tab");
  await typeInto(page, [
    ["Key id", keyId],
    ["Key secret", "wrong secret"],
  ]);
  await page.keyboard.press("Enter");
  await appears(page.getByText("Check 2 fields."));
  await keepWholeAtBothWidths(page, "connect-errors");
  expect(await page.locator(":focus").getAttribute("id")).toBe("baseUrl");
  expect(await page.getByLabel("Key secret", { exact: true }).inputValue()).toBe("");

  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(environment.cloud.url);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await typeInto(page, [
    ["Key id", keyId],
    ["Key secret", "no-such-secret"],
  ]);
  await page.keyboard.press("Enter");
  await appears(page.getByRole("heading", { name: texts.doesNotWork }));
  await keepWholeAtBothWidths(page, "connect-refused");

  for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press("Tab");
  await typeInto(page, [
    ["Key id", keyId],
    ["Key secret", keySecret],
  ]);
  await page.keyboard.press("Enter");
  await appears(page.getByRole("heading", { name: "It works" }));
  await keepWholeAtBothWidths(page, "connect-result");
  expect(await page.content()).not.toContain(keySecret);

  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await appears(page.getByRole("heading", { name: "“shop” is connected" }));
  await keepWholeAtBothWidths(page, "connect-saved");
  const [token = ""] = page.url().split("/").slice(-2);
  for (const secret of [token, keySecret, keyId]) expect(environment.app.output()).not.toContain(secret);
  await environment.ada.waitForMessage("direct", /Saved the connection `shop` to /);
});

test("a stand-alone server is connected without scripts, in the dark theme", async () => {
  const { appUrl, token } = environment.cloud.standalone;
  const page = await openPage({ javaScriptEnabled: false, colorScheme: "dark" });
  await keepScreenshot(page, "connect-form-dark", { fullPage: true });
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await typeInto(page, [
    ["Name", "observe"],
    ["App URL", appUrl],
    ["Console (optional)", ""],
  ]);
  await page.keyboard.press("Tab");
  await typeInto(page, [["Token", token]]);
  await keepScreenshot(page, "connect-standalone-dark", { fullPage: true });
  await page.keyboard.press("Enter");
  await appears(page.getByRole("heading", { name: "It works" }));
  await keepScreenshot(page, "connect-result-dark", { fullPage: true });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await appears(page.getByRole("heading", { name: "“observe” is connected" }));
  await page.goto(page.url().replace(/\/save$/, ""));
  expect(await appears(page.getByText("This link is already used"))).toBe(true);
});
