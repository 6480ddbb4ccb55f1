import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, beforeEach } from "vitest";
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

/** Starts a browser without a window for this test file; where none is installed, its tests are skipped and say why. */
export function useBrowser(): Windows {
  const executablePath = browserPath();
  let browser: Browser | undefined;

  beforeAll(async () => {
    if (executablePath !== undefined) browser = await chromium.launch({ executablePath, args: quietFlags });
  });
  beforeEach(({ skip }) => skip(executablePath === undefined, "no Chromium, Chrome or Edge is installed"));
  afterAll(() => browser?.close());

  return {
    newContext(options) {
      if (!browser) throw new Error("The browser runs only while tests run: use it inside a test.");
      return browser.newContext(options);
    },
  };
}
