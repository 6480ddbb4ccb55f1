import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { SandboxSlack } from "../../src/sandbox/slack/server.ts";
import type { Windows } from "./browser.ts";

/** One person's window of the local Slack. Leaving it fails the test if there was an error in the page. */
export interface SlackWindow extends AsyncDisposable {
  page: Page;
  /** The hosts that the page sent requests to. */
  hosts: Set<string>;
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
  { url, users, channels }: SandboxSlack,
  { user = "Ada Park", channel = "databases", isOwn = false }: Options = {},
): Promise<SlackWindow> {
  const page = await browser.takePage();
  const faults: string[] = [];
  const hosts = new Set<string>();
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => hosts.add(new URL(request.url()).host));
  const query = new URLSearchParams({ user: idOf(users, user), channel: idOf(channels, channel) });
  await page.goto(`${url}/?${query.toString()}`);
  await page.getByRole("log").waitFor();
  return {
    page,
    hosts,
    async [Symbol.asyncDispose]() {
      await (isOwn ? page.context().close() : browser.giveBack(page));
      expect(faults).toEqual([]);
    },
  };
}

/** Waits until something is visible. Returns true, or fails. */
export async function appears(locator: Locator): Promise<true> {
  await locator.waitFor();
  return true;
}

function idOf(named: { id: string; name: string }[], name: string): string {
  const found = named.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`There is no "${name}".`);
  return found.id;
}
