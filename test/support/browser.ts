import { type Browser, chromium } from "playwright-core";
import { beforeAll, beforeEach } from "vitest";
import { browserPath } from "./installed.ts";

/** The part of a browser that tests use. */
export type Windows = Pick<Browser, "newContext">;

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

  return {
    async newContext(options) {
      if (!browser) throw new Error("The browser runs only while tests run: use it inside a test.");
      const context = await browser.newContext(options);
      // As long as tests wait for anything else.
      context.setDefaultTimeout(60_000);
      return context;
    },
  };
}
