import { readFile, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };

const root = join(import.meta.dirname, "..");
const readme = await readFile(join(root, "README.md"), "utf8");

test("every npm script the README names exists", () => {
  const scripts = [...readme.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(([, name]) => name);
  expect(scripts.filter((name) => name === undefined || !(name in packageJson.scripts))).toEqual([]);
});

test("every file that a page links to is there", async () => {
  const pages = ["README.md", "CHANGELOG.md"];
  for (const folder of ["docs", ".github"]) {
    const names = await readdir(join(root, folder), { recursive: true });
    pages.push(...names.filter((name) => name.endsWith(".md")).map((name) => `${folder}/${name}`));
  }
  let links = 0;
  for (const page of pages) {
    const text = await readFile(join(root, page), "utf8");
    for (const [, path = ""] of text.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)) {
      links += 1;
      await expect(readFile(join(root, dirname(page), path)), `${path} in ${page}`).resolves.toBeDefined();
    }
  }
  expect(links).toBeGreaterThan(50);
});
