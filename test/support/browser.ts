import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const quietFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Starts Chromium without a window: CHROMIUM_PATH, else Debian's, else an installed Chrome. */
export function startBrowser(): Promise<Browser> {
  const path = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  const installed = existsSync(path) ? { executablePath: path } : { channel: "chrome" };
  return chromium.launch({ ...installed, args: quietFlags });
}
