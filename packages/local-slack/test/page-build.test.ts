import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { buildPage } from "../src/page-build.ts";

test("the page is built once for the same sources, even for two requests at once, and leaves no other files", async () => {
  const cache = await mkdtemp(join(tmpdir(), "local-slack-page-"));
  const [one, other] = await Promise.all([buildPage(cache), buildPage(cache)]);
  expect(other).toEqual(one);
  expect(await readdir(one.directory)).toContain("index.html");
  expect(await readdir(cache)).toEqual([basename(one.directory)]);
  await rm(cache, { recursive: true });
});

test("the page loads no style, script or font from elsewhere", async () => {
  const { directory } = await buildPage();
  const html = await readFile(join(directory, "index.html"), "utf8");
  const sources = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
  expect(sources.filter((address) => !/^(?:\/assets\/|data:)/.test(address ?? ""))).toEqual([]);
  const assets = await readdir(join(directory, "assets"));
  const styles = assets.filter((name) => name.endsWith(".css"));
  for (const name of styles) {
    expect(await readFile(join(directory, "assets", name), "utf8")).not.toMatch(/url\(|@import/);
  }
});
