import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A page that people read. */
export interface Page {
  path: string;
  text: string;
}

/** A fenced block of a page. */
export interface Block {
  page: string;
  /** The line of its fence, from 1. */
  line: number;
  /** The words after the fence: the language, and what a test has to know. Empty for none. */
  info: string;
  code: string;
}

/** The READMEs, the changelog, and everything in docs and .github. */
export async function readPages(): Promise<Page[]> {
  const paths = globSync(["*.md", "docs/**/*.md", ".github/*.md", "packages/*/README.md"], {
    cwd: root,
  }).toSorted();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), "utf8") })));
}

/** A page's fenced blocks in order, without the indentation of the list that they are in. */
export function blocksOf({ path, text }: Page): Block[] {
  return [...text.matchAll(/^( *)```(.*)\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [, indent = "", info = "", code = ""] = match;
    return {
      page: path,
      line: text.slice(0, match.index).split("\n").length,
      info: info.trim(),
      code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    };
  });
}
