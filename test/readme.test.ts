import { product } from "../src/app/features.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { commandsTable } from "../src/platform/commands/table.ts";
import { configurationTable } from "../src/app/config/table.ts";

const root = join(import.meta.dirname, "..");
const readme = await readFile(join(root, "README.md"), "utf8");

/** What stands between `<!-- name -->` and `<!-- /name -->`. */
function part(name: string): string | undefined {
  const [, text] = new RegExp(`<!-- ${name} -->\n+([\\s\\S]*?)\n+<!-- /${name} -->`).exec(readme) ?? [];
  return text;
}

/** A table without the white space by which a formatter lines its cells up. */
function cells(table: string | undefined): string[] {
  return (table ?? "").split("\n").map((row) => row.replaceAll(/\s*\|\s*/g, "|").replaceAll(/-+/g, "-"));
}

test("the README's commands are those of the code", () => {
  expect(cells(part("commands"))).toEqual(cells(commandsTable(product.commands)));
});

test("the README's configuration is that of the code", () => {
  expect(cells(part("configuration"))).toEqual(cells(configurationTable()));
});

test("every npm script the README names exists, and every file it links to is there", async () => {
  const scripts = [...readme.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(([, name]) => name);
  expect(scripts.filter((name) => name === undefined || !(name in packageJson.scripts))).toEqual([]);
  const links = [...readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, path]) => path ?? "");
  for (const path of links) await expect(readFile(join(root, path))).resolves.toBeDefined();
  expect(links.length).toBeGreaterThan(0);
});
