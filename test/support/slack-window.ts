import { openWindow as openIn } from "@quartermaster/local-slack/window";
import type { LocalSlack } from "@quartermaster/local-slack";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Windows } from "./browser.ts";

/** One person's window of the local Slack. Leaving it fails the test if there was an error in the page. */
export interface SlackWindow extends AsyncDisposable {
  page: Page;
  /** The hosts that the page sent requests to. */
  hosts: ReadonlySet<string>;
}

interface Options {
  user?: string;
  channel?: string;
  /** True if the test changes the page for good, for example by stopping its clock. */
  isOwn?: boolean;
}

/** Opens the page as a person in a channel, both by name. */
export async function openWindow(
  browser: Windows,
  slack: LocalSlack,
  { user = "Ada Park", channel = "databases", isOwn = false }: Options = {},
): Promise<SlackWindow> {
  const page = await browser.takePage();
  const { hosts, errors } = await openIn(page, slack, { user, channel });
  return {
    page,
    hosts,
    async [Symbol.asyncDispose]() {
      await (isOwn ? page.context().close() : browser.giveBack(page));
      expect(errors).toEqual([]);
    },
  };
}

/** Waits until something is visible. Returns true, or fails. */
export async function appears(locator: Locator): Promise<true> {
  await locator.waitFor();
  return true;
}

/** The last message with these words. */
export function message(page: Page, words: string | RegExp): Locator {
  return page.getByRole("article").filter({ hasText: words }).last();
}

/** Opens a channel, or App Home, by its name in the sidebar. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Workspace" }).getByRole("button", { name }).click();
}

/** Opens the messages between this person and the app. */
export async function goToMessages(page: Page): Promise<void> {
  await goTo(page, "Quartermaster");
  await page.getByRole("button", { name: "Messages", exact: true }).click();
}
