import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { type Block, blocksOf, readPages } from "./pages.ts";

// Writes the TypeScript examples of all pages to test/docs/examples, where `npm run check` compiles them.
const root = join(import.meta.dirname, "../..");
const folder = join(import.meta.dirname, "examples");

/** An example with its imports as they work in the folder. Its first line names the file that it would be. */
function movedHere({ page, line, code }: Block): string {
  const [, path] = /^\/\/ (\S+\.ts)\n/.exec(code) ?? [];
  if (path === undefined) throw new Error(`The example in ${page}:${line} doesn't begin with its file.`);
  return code.replaceAll(
    /from "(\.[^"]+)"/g,
    (_, target: string) => `from "${relative(folder, join(root, dirname(path), target))}"`,
  );
}

const examples = (await readPages()).flatMap(blocksOf).filter(({ info }) => info === "ts");
if (examples.length === 0) throw new Error("The pages have no examples.");
await rm(folder, { recursive: true, force: true });
await mkdir(folder);
for (const [index, example] of examples.entries())
  await writeFile(join(folder, `example-${index}.ts`), movedHere(example));
