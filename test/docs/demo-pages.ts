import { join } from "node:path";
import { type Browser, type Locator, type Page, chromium } from "playwright-core";
import { browserPath } from "../support/installed.ts";
import { copyProject } from "./shell.ts";

/** The ids of the local Slack's seed. */
export const people = { ada: "U0ADAPARK1", sam: "U0SAMRIV01" } as const;
export const channels = { databases: "C0DATABAS1", alerts: "C0ALERTS01" } as const;

/** The running demo in a browser, for the README's pictures. */
interface DemoPages extends AsyncDisposable {
  /** Opens the page as a person in a channel. A scale below 1 makes small pictures. */
  open(
    place: { user: string; channel: string },
    size: { width: number; height: number; scale?: number },
  ): Promise<Page>;
}

/** Starts the demo of a copy of the project. Install a font with emoji first, such as Noto Color Emoji. */
export async function startDemoPages(): Promise<DemoPages> {
  const executablePath = browserPath();
  if (executablePath === undefined) throw new Error("No Chromium, Chrome or Edge is installed.");
  await using stack = new AsyncDisposableStack();
  const copy = stack.use(await copyProject());
  const demo = stack.use(await copy.serve("npm ci && npm run demo", /Quartermaster is ready/));
  const [, slackUrl = ""] = /Open (http:\S+)/.exec(demo.output()) ?? [];
  const browser: Browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  stack.defer(() => browser.close());
  const all = stack.move();

  return {
    async open({ user, channel }, { width, height, scale: deviceScaleFactor = 1 }) {
      const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor });
      const page = await context.newPage();
      await page.goto(`${slackUrl}/?user=${user}&channel=${channel}`);
      await page.getByRole("log").waitFor();
      return page;
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** The last message with these words. */
export function message(page: Page, words: string | RegExp): Locator {
  return page.getByRole("article").filter({ hasText: words }).last();
}

/** Waits until every picture in the page has loaded. */
export async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
  );
}

/** The path of a picture of the README. */
export function pathOf(name: string): string {
  return join(import.meta.dirname, "../../.github", name);
}
