import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { useBrowser } from "../support/browser.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { keepBothWidths, keepScreenshot } from "../support/screenshot.ts";
import { person, shownText } from "../support/slack-person.ts";
import { appears, goToMessages, openWindow } from "../support/slack-window.ts";

const environment = useTestEnvironment({ page: true });
const browser = useBrowser();

/** Chooses "Ask Quartermaster" in the menu of a message: two clicks. */
async function askAbout(page: Page, message: Locator): Promise<void> {
  await message.hover();
  await message.getByRole("button", { name: "Actions for this message" }).click();
  await page.getByRole("menuitem", { name: "Ask Quartermaster" }).click();
}

test("from a message in a thread, the answer comes in the thread after two clicks, or three with a question", async () => {
  const { ada, slack } = environment;
  await using sam = person(slack, "Sam Rivera");
  await ada.say("databases", "Good morning all");
  const { ts } = await ada.waitForMessage("databases", "Good morning all");
  await sam.say("databases", "What were our costs last week?", { threadTs: ts });
  await using window = await openWindow(browser, slack);
  const { page } = window;
  await page.getByRole("article").filter({ hasText: "Good morning all" }).getByText("1 reply").click();
  const thread = page.getByRole("complementary", { name: "Thread" });
  await askAbout(page, thread.getByRole("article").filter({ hasText: "What were our costs" }));
  const costs = thread.getByRole("article").filter({ hasText: "Not this" });
  expect(await appears(costs.getByText("Only visible to you"))).toBe(true);
  await keepScreenshot(page, "ask-in-thread");

  await askAbout(page, thread.getByRole("article").filter({ hasText: "Good morning all" }).first());
  const modal = page.getByRole("dialog", { name: "Ask Quartermaster" });
  const question = modal.getByRole("textbox", { name: "Your question" });
  await expect(question.inputValue()).resolves.toBe("Good morning all");
  await keepScreenshot(page, "ask-modal");
  await question.fill("create a service called lunch");
  await modal.getByRole("button", { name: "Ask" }).click();
  const offer = thread.getByRole("article").filter({ hasText: "This opens a window." });
  await offer.waitFor();
  await keepScreenshot(page, "ask-change");
  await offer.getByRole("button", { name: "Open it" }).click();
  expect(await appears(page.getByRole("dialog", { name: "Create a service" }))).toBe(true);
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  await thread.getByRole("textbox", { name: "Reply" }).fill("@Quartermaster services");
  await page.keyboard.press("Enter");
  const services = thread.getByRole("article").filter({ hasText: "in your cloud" });
  expect(await appears(services.getByText("Only visible to you"))).toBe(true);
  // The others see the mention, and no answer.
  const seen = (await sam.messages("databases")).filter(({ threadTs }) => threadTs === ts);
  expect(seen.map(({ text }) => text)).toEqual([
    "What were our costs last week?",
    expect.stringContaining("services"),
  ]);
});

test("a question that takes long shows a status, and its stop button ends it without an answer", async () => {
  const { ada, slack, organization } = environment;
  await ada.command("databases", `/db services add ${organization.services[0]?.id} quiet lake`);
  await ada.waitForMessage("databases", "quiet lake");
  await environment.faults({ kind: "delay", ms: 60_000, match: { method: "GET" } });
  await using window = await openWindow(browser, slack);
  const { page } = window;
  await goToMessages(page);
  await keepBothWidths(page, "ask-prompts");
  await page.getByRole("button", { name: "Backups" }).click();
  const working = page.getByRole("status").filter({ hasText: "Quartermaster is working…" });
  await working.waitFor();
  await keepScreenshot(page, "ask-working");
  await working.getByRole("button", { name: "Stop" }).click();
  await working.waitFor({ state: "detached" });
  await keepScreenshot(page, "ask-stopped");
  await ada.say("direct", "help");
  await ada.waitForMessage("direct", "What can I do for you?");
  const said = (await ada.messages("direct")).map((message) => shownText(message).split("\n")[0]);
  const asked = said.indexOf("How are our backups?");
  expect(said.slice(asked)).toEqual([
    "How are our backups?",
    "help",
    expect.stringContaining("What can I do for you?"),
  ]);
});
