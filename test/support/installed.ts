import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const macBrowsers = ["Google Chrome", "Chromium", "Microsoft Edge"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const linuxBrowsers = [
  // Chromium without windows. A browser test takes a third less processor time with it.
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "microsoft-edge-stable",
];

/** The path of an installed command, found along PATH. */
export function commandPath(name: string): string | undefined {
  const directories = (process.env["PATH"] ?? "").split(delimiter).filter(Boolean);
  return directories.map((directory) => join(directory, name)).find(isExecutable);
}

/** The browser for browser tests: CHROMIUM_PATH if set, or else an installed Chromium, Chrome or Edge. */
export function browserPath(): string | undefined {
  const chosen = process.env["CHROMIUM_PATH"];
  if (chosen) return chosen;
  for (const name of linuxBrowsers) {
    const path = commandPath(name);
    if (path) return path;
  }
  return macBrowsers.find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
