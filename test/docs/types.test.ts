import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { blocksOf, readPages } from "./pages.ts";

const root = join(import.meta.dirname, "../..");

/** The TypeScript blocks of all pages by the file that each would be, which its first line names. */
async function examples(): Promise<{ path: string; code: string }[]> {
  const blocks = (await readPages()).flatMap(blocksOf).filter(({ info }) => info === "ts");
  return blocks.map(({ page, line, code }) => {
    const [, path] = /^\/\/ (\S+\.ts)\n/.exec(code) ?? [];
    if (path === undefined) throw new Error(`The example in ${page}:${line} doesn't begin with its file.`);
    return { path, code };
  });
}

/** A file's imports as they work from any folder. */
function withAbsoluteImports(code: string, path: string): string {
  const folder = dirname(join(root, path));
  return code.replaceAll(/from "(\.[^"]+)"/g, (_, target: string) => `from "${resolve(folder, target)}"`);
}

/** The errors of the files, one a line, each with its "example-<index>.ts". */
async function typeErrors(files: readonly { path: string; code: string }[]): Promise<string> {
  // Inside the project, so packages are found.
  const folder = await mkdtemp(join(root, "node_modules", ".adding-"));
  try {
    for (const [index, { path, code }] of files.entries())
      await writeFile(join(folder, `example-${index}.ts`), withAbsoluteImports(code, path));
    const config = { extends: join(root, "tsconfig.json"), include: ["*.ts"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    await promisify(execFile)(process.execPath, [tsc, "--noEmit", "-p", folder]);
    return "";
  } catch (error) {
    if (!(error instanceof Error && "stdout" in error) || error.stdout === "") throw error;
    return String(error.stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let files: Awaited<ReturnType<typeof examples>>;
/** The lines about the examples, and the lines about one that doesn't fit. They share one run of the compiler. */
const errors = { ofExamples: new Array<string>(), ofBroken: new Array<string>() };

beforeAll(async () => {
  files = await examples();
  const [first] = files;
  if (!first) throw new Error("The docs have no example.");
  const broken = { ...first, code: first.code.replace(`  entries: [engineEntry],\n`, "") };
  const lines = (await typeErrors([...files, broken])).split("\n").filter((line) => line !== "");
  const isOfBroken = (line: string) => line.includes(`example-${files.length}.ts`) || line.startsWith(" ");
  errors.ofBroken.push(...lines.filter(isOfBroken));
  errors.ofExamples.push(...lines.filter((line) => !isOfBroken(line)));
});

test("every TypeScript example of the docs compiles", () => {
  expect(files.length).toBeGreaterThanOrEqual(6);
  expect(errors.ofExamples).toEqual([]);
});

test("an example that does not fit the types is found", () => {
  expect(errors.ofBroken.join("\n")).toMatch(/entries/);
});
