import { type Browser, type BrowserContext, type Page, chromium } from "playwright-core";
import { beforeAll, beforeEach } from "vitest";
import { browserPath } from "./installed.ts";

/** The part of a browser that tests use. */
export interface Windows extends Pick<Browser, "newContext"> {
  /** A page of 1280 by 800 that shares nothing with another, as good as new; it is given back to be used again. */
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

/** The one browser of this process: each window is a context of its own, which shares nothing with another. */
let shared: Promise<Browser> | undefined;

/** Those that nobody uses now: to begin a new one is three quarters of what it takes to open the local Slack. */
const idlePages: Page[] = [];

const viewport = { width: 1280, height: 800 };

/** It ends with this process, however that ends: its pipe closes then. */
async function sharedBrowser(executablePath: string): Promise<Browser> {
  if (shared !== undefined && (await shared).isConnected()) return shared;
  // Playwright would keep a worker alive that is told to end.
  shared = chromium.launch({ executablePath, args: quietFlags, handleSIGTERM: false });
  return shared;
}

/** A browser without a window, for this test file; where none is installed, its tests are skipped and say why. */
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
    // As long as tests wait for anything else.
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
