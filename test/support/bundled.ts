import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";

const root = join(import.meta.dirname, "../..");
const parent = join(root, "node_modules/.cache/quartermaster/bundled-for-tests");
const clockedApp = join(import.meta.dirname, "clocked-app.ts");
/** All that goes into the bundle. */
const inputs = ["{src,build}/**", "package-lock.json", "test/support/{clocked-app,slow-painter}.ts"];

/** The product in a few files, as users run it: it starts in a sixth of the time that its sources take. */
export interface Bundled {
  /** What src/main.ts starts. */
  readonly main: string;
  /** What src/keys.ts starts. */
  readonly keys: string;
  /** The product with what a test replaces of it. */
  readonly clocked: string;
  /** The folder of its compiled modules. */
  readonly compiled: string;
}

let known: Promise<Bundled> | undefined;

/** The bundle of the present sources. Writes it if there is none yet. */
export function bundled(): Promise<Bundled> {
  return (known ??= find());
}

async function find(): Promise<Bundled> {
  const directory = join(parent, await state());
  if (!existsSync(directory)) await write(directory);
  return filesIn(directory);
}

function filesIn(directory: string): Bundled {
  const file = (name: string) => join(directory, name);
  return {
    main: file("main.js"),
    keys: file("keys.js"),
    clocked: file("clocked-app.js"),
    compiled: file("compiled"),
  };
}

/** Differs whenever a source does. */
async function state(): Promise<string> {
  const found: string[] = [];
  for await (const name of glob(inputs, { cwd: root })) found.push(name);
  const changed = found.map(async (name) => `${name} ${(await stat(join(root, name))).mtimeMs}`);
  return createHash("sha256")
    .update((await Promise.all(changed)).toSorted().join("\n"))
    .digest("hex")
    .slice(0, 16);
}

/** Several workers may do this at once. One of their folders stays. */
async function write(directory: string): Promise<void> {
  const own = `${directory}-${process.pid}`;
  // Loaded only if it is needed, because the bundler is large.
  const { bundle } = await import("../../build/bundle.ts");
  await bundle(own, [clockedApp]);
  await rename(own, directory).catch(() => rm(own, { recursive: true }));
  const { main, clocked, compiled } = filesIn(directory);
  // Without settings they load all their modules and end by themselves. Only then the compiled modules are saved, and
  // most tests kill them.
  for (const script of [main, clocked])
    spawnSync(process.execPath, [script], { env: { NODE_COMPILE_CACHE: compiled }, stdio: "ignore" });
}

/** Removes the bundles of earlier sources. */
export async function removeOldBundles(): Promise<void> {
  const present = await state();
  const names = await readdir(parent).catch(() => []);
  const old = names.filter((name) => name !== present);
  await Promise.all(old.map((name) => rm(join(parent, name), { recursive: true })));
}
