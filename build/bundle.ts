import { glob, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type OutputOptions, type OutputChunk, type OutputAsset, rolldown } from "rolldown";
import { besidePlugin } from "./beside.ts";
import { builtinsPlugin, withoutNodeImports } from "./builtins.ts";
import { licensesOf } from "./licenses.ts";
import { packagesPlugin } from "./packages.ts";

const root = join(import.meta.dirname, "..");

/** The folder of the bundle. */
export const bundleDirectory = join(root, "dist");

const output: OutputOptions = {
  format: "esm",
  chunkFileNames: "[name].js",
  assetFileNames: "[name][extname]",
  // Lines and names stay, so a stack is readable. `npm run where` names the sources.
  minify: {
    compress: { keepNames: { function: true, class: true } },
    mangle: { keepNames: true },
    codegen: { removeWhitespace: false },
  },
  comments: false,
  sourcemap: true,
  sourcemapExcludeSources: true,
};

/**
 * Writes `dist`: an entry for each file in `src` itself, the files that the code names beside itself, and the licences
 * of everything in it. All that a start loads is in `app.js`. What is needed later is in files of its own. `more` are
 * entries of tests. Returns the files and their sizes.
 */
export async function bundle(
  directory = bundleDirectory,
  more: readonly string[] = [],
): Promise<{ name: string; kb: number }[]> {
  const workers = new Set<string>();
  const entries = (await readdir(join(root, "src"))).filter((name) => name.endsWith(".ts"));
  const files = await build(
    [...entries.map((name) => join(root, "src", name)), ...more],
    { ...output, codeSplitting: { groups: [{ name: "app", test: /[\\/]src[\\/]app[\\/]start\.ts$/ }] } },
    workers,
  );
  // A worker shares no file with the app. Otherwise it would load the whole app.
  for (const worker of workers) {
    files.push(...(await build([worker], { ...output, codeSplitting: false }, workers)));
  }
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true });
  const contents = new Map(files.map((file) => [file.fileName, contentOf(file)]));
  contents.set("package.json", '{ "type": "module" }\n');
  contents.set("LICENSES.txt", await licensesOf(files.flatMap(modulesIn)));
  for (const [name, content] of contents) await writeFile(join(directory, name), content);
  return [...contents].map(([name, content]) => ({ name, kb: Math.round(content.length / 1000) }));
}

async function build(input: string[], options: OutputOptions, workers: Set<string>) {
  const built = await rolldown({
    input,
    cwd: root,
    platform: "node",
    plugins: [builtinsPlugin(), packagesPlugin(), besidePlugin(workers)],
    // Each comes from a package, which we don't change.
    onLog(level, log, handler) {
      if (log.code === "EVAL") return;
      handler(level === "warn" ? "error" : level, log);
    },
  });
  const { output } = await built.generate({ ...options, dir: bundleDirectory });
  await built.close();
  return output as (OutputChunk | OutputAsset)[];
}

function contentOf(file: OutputChunk | OutputAsset): string | Uint8Array {
  if (file.type === "asset") return file.source;
  // V8 needs half the memory for a source of ASCII alone. In strings, templates and patterns an escape means the same.
  return withoutNodeImports(file.code).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** The files that went into an output. */
function modulesIn(file: OutputChunk | OutputAsset): string[] {
  return file.type === "chunk" ? file.moduleIds : file.originalFileNames;
}

/** True if no source, build script or installed package changed since the bundle was written. */
export async function isUpToDate(directory = bundleDirectory): Promise<boolean> {
  const builtMs = await changedMs(join(directory, "main.js"));
  const inputs = ["package.json", "node_modules/.package-lock.json"].map((name) => join(root, name));
  for await (const name of glob("{src,build}/**", { cwd: root })) inputs.push(join(root, name));
  return (await Promise.all(inputs.map(changedMs))).every((inputMs) => inputMs < builtMs);
}

async function changedMs(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}
