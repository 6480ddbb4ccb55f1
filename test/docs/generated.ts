import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { configurationTables } from "../../src/app/config/variables.ts";
import { product } from "../../src/app/features.ts";
import { manifestCommand } from "../../src/app/manifest-command.ts";
import { commandsTable } from "../../src/platform/commands/help.ts";

export const root = join(import.meta.dirname, "../..");

/** The files that a script prints as a whole. */
const files: Readonly<Record<string, () => string>> = {
  "manifest.yml": () => manifest("--domain", "quartermaster.example.com"),
  "manifest.socket.yml": () => manifest("--socket"),
};

/** The parts of pages that come from the code, between `<!-- name -->` and `<!-- /name -->`. */
const parts: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "README.md": {
    commands: () => commandsTable(product.commands),
    configuration: () => configurationTables(),
  },
};

/** Everything generated: what is in a file now, and what the code says it should be. */
export async function generated(): Promise<{ path: string; now: string; wanted: string }[]> {
  const whole = Object.entries(files).map(async ([path, wanted]) => ({
    path,
    now: await readFile(join(root, path), "utf8").catch(() => ""),
    wanted: wanted(),
  }));
  const within = Object.entries(parts).map(async ([path, texts]) => {
    const now = await readFile(join(root, path), "utf8");
    const wanted = Object.entries(texts).reduce((page, [name, text]) => withPart(page, name, text()), now);
    return { path, now, wanted };
  });
  return Promise.all([...whole, ...within]);
}

function withPart(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = page.split(begin);
  const [, after] = rest?.split(end) ?? [];
  if (before === undefined || after === undefined) throw new Error(`There is no part "${name}".`);
  return `${before}${begin}\n\n${text}\n\n${end}${after}`;
}

function manifest(...words: string[]): string {
  const { text, isDone } = manifestCommand(words);
  if (!isDone) throw new Error(text);
  return text;
}
