import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

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

/** What a page is looked at for: the start of a part of it, or all of it. */
interface Look {
  about?: Locator;
  fullPage?: boolean;
}

/**
 * Saves a picture at 390 and at 1280 pixels, with this in sight. Fails if the page can be scrolled sideways. The page is
 * wide again after it.
 */
export function keepBothWidths(page: Page, name: string, about?: Locator): Promise<void> {
  return keepAtWidths(page, name, about ? { about } : {});
}

/** The same with the whole page. */
export function keepWholeAtBothWidths(page: Page, name: string): Promise<void> {
  return keepAtWidths(page, name, { fullPage: true });
}

async function keepAtWidths(page: Page, name: string, { about, fullPage = false }: Look): Promise<void> {
  for (const [width, path] of [
    [390, `${name}-390`],
    [1280, name],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await about?.evaluate((element) => element.scrollIntoView({ block: "start" }));
    await keepScreenshot(page, path, { fullPage });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}
