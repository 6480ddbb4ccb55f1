import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";

const artefacts =
  process.env["ARTEFACTS_DIR"] ??
  join(import.meta.dirname, "../../node_modules/.cache/quartermaster/artefacts");

/** Saves a picture of a page, or of all of it, as `name`.png among the tests' artefacts. Returns its path. */
export async function keepScreenshot(page: Page, name: string, { fullPage = false } = {}): Promise<string> {
  await mkdir(artefacts, { recursive: true });
  const path = join(artefacts, `${name}.png`);
  await page.screenshot({ path, fullPage });
  return path;
}
