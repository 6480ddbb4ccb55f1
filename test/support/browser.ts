import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";
import { beforeAll, beforeEach } from "vitest";
import { browserPath } from "./installed.ts";

/** The part of a browser that tests use. */
export interface Windows extends Pick<Browser, "newContext"> {
  /** A clean page of 1280 by 800 that shares nothing with another. Return it for later use. */
  takePage(): Promise<Page>;
  giveBack(page: Page): Promise<void>;
}

const quietFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The one browser of this process. Each window is a separate context. */
let shared: Promise<Browser> | undefined;

/** Free contexts. A new one takes three quarters of the time in which the local Slack opens. */
const idlePages: Page[] = [];

const viewport = { width: 1280, height: 800 };

/** It ends with this process in any case, because its pipe closes then. */
async function sharedBrowser(executablePath: string): Promise<Browser> {
  if (shared !== undefined && (await shared).isConnected()) return shared;
  // Playwright would keep an ending worker alive.
  shared = chromium.launch({ executablePath, args: quietFlags, handleSIGTERM: false });
  return shared;
}

/** A headless browser for this test file. If none is installed, its tests are skipped and say why. */
export function useBrowser(): Windows {
  const executablePath = browserPath();
  let browser: Browser | undefined;

  beforeAll(async () => {
    if (executablePath !== undefined) browser = await sharedBrowser(executablePath);
  });
  beforeEach(({ skip }) => skip(executablePath === undefined, "no Chromium, Chrome or Edge is installed"));

  async function newContext(options?: Parameters<Windows["newContext"]>[0]): Promise<BrowserContext> {
    if (!browser) throw new Error("The browser runs only while tests run: use it inside a test.");
    const context = await browser.newContext(options);
    // As long as other waits in tests.
    context.setDefaultTimeout(60_000);
    return context;
  }

  return {
    newContext,
    async takePage() {
      const page = idlePages.pop();
      if (page === undefined || page.isClosed()) return (await newContext({ viewport })).newPage();
      await page.setViewportSize(viewport);
      return page;
    },
    async giveBack(page) {
      page.removeAllListeners();
      const context = page.context();
      const others = context.pages().filter((each) => each !== page);
      await Promise.all([
        page.goto("about:blank"),
        context.clearPermissions(),
        context.clearCookies(),
        ...others.map((each) => each.close()),
      ]);
      idlePages.push(page);
    },
  };
}
