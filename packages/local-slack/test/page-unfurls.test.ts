import { expect, test } from "vitest";
import { asObject, buttonBlock, tinyApp } from "./tiny-app.ts";
import { useBrowser } from "../../../test/support/browser.ts";
import { keepScreenshot } from "../../../test/support/screenshot.ts";
import { appears, openWindow } from "../../../test/support/slack-window.ts";

const browser = useBrowser();
const manifestPath = `${import.meta.dirname}/links-manifest.yml`;
const link = "https://observe.example/dashboards/1";
const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });

test("the app's card for a link appears above the composer before sending, and below the message after", async () => {
  await using app = await tinyApp(
    async ({ kind, payload }, { call }) => {
      if (kind !== "event_callback") return undefined;
      const { unfurl_id, source } = asObject(payload.event);
      const blocks = [section(`*Checkout* from ${String(source)}`), buttonBlock("Show")];
      await call("chat.unfurl", { unfurl_id, source, unfurls: { [link]: { blocks } } });
      return undefined;
    },
    { page: true, manifestPath },
  );
  await using ada = await openWindow(browser, app.slack);
  const { page } = ada;
  await page.getByRole("textbox", { name: /^Message #/ }).fill(`Look at ${link}`);
  const preview = page.getByLabel("Preview of links");
  expect(await appears(preview.getByText("Checkout from composer"))).toBe(true);
  await keepScreenshot(page, "unfurl-composer");
  await page.keyboard.press("Enter");
  const message = page.getByRole("article").filter({ hasText: "Look at" });
  expect(await appears(message.getByText("Checkout from conversations_history"))).toBe(true);
  expect(await appears(message.getByText("Added by Links"))).toBe(true);
  await preview.waitFor({ state: "detached" });
  await expect(message.getByRole("link", { name: link }).getAttribute("href")).resolves.toBe(link);
  await message.getByRole("button", { name: "Show" }).click();
  await expect.poll(() => app.received.at(-1)?.kind).toBe("block_actions");
  await keepScreenshot(page, "unfurl-message");
});
