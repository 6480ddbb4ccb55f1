import { product } from "../src/app/features.ts";
import { readFile, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { configurationTable } from "../src/app/config/variables.ts";
import { commandsTable } from "../src/platform/commands/help.ts";

const root = join(import.meta.dirname, "..");
const readme = await readFile(join(root, "README.md"), "utf8");

/** The text between `<!-- name -->` and `<!-- /name -->`. */
function part(name: string): string | undefined {
  const [, text] = new RegExp(`<!-- ${name} -->\n+([\\s\\S]*?)\n+<!-- /${name} -->`).exec(readme) ?? [];
  return text;
}

/** A table without the white space that aligns its cells. */
function cells(table: string | undefined): string[] {
  return (table ?? "").split("\n").map((row) => row.replaceAll(/\s*\|\s*/g, "|").replaceAll(/-+/g, "-"));
}

test("the README's commands are those of the code", () => {
  expect(cells(part("commands"))).toEqual(cells(commandsTable(product.commands)));
});

test("the README's configuration is that of the code", () => {
  expect(cells(part("configuration"))).toEqual(cells(configurationTable()));
});

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
