import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Every source file under a folder, by its path in it. By default those of the product and its demo. */
export function readTexts(folder = "src"): { path: string; text: string }[] {
  const directory = join(root, folder);
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(directory, path), "utf8") }));
}
