import { createHash, type Hash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from "node:fs/promises";
import { join, relative } from "node:path";

const projectDirectory = join(import.meta.dirname, "..");
const pageDirectory = join(import.meta.dirname, "page");
const usualCache = join(projectDirectory, "node_modules/.cache");

/** Builds the page unless the cache has it for the same sources. `directory` holds its index.html. */
export async function buildPage(cacheDirectory = usualCache): Promise<{ directory: string }> {
  const directory = join(cacheDirectory, `page-${await hashOfSources()}`);
  if (existsSync(directory)) return { directory };
  await mkdir(cacheDirectory, { recursive: true });
  const unfinished = await mkdtemp(join(cacheDirectory, "building-"));
  try {
    await bundle(unfinished);
    await moveUnlessThere(unfinished, directory);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return { directory };
}

/** The first rename wins, because two processes with the same sources build the same page. */
async function moveUnlessThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** Loads Vite only here, because a built page does not need it and it takes long to load. */
async function bundle(outDir: string): Promise<void> {
  const { build } = await import("vite");
  await build({
    root: pageDirectory,
    configFile: false,
    envFile: false,
    logLevel: "silent",
    cacheDir: join(usualCache, "vite"),
    build: { outDir, emptyOutDir: true, target: "es2024", chunkSizeWarningLimit: Infinity },
  });
}

async function hashOfSources(): Promise<string> {
  const hash = createHash("sha256");
  const entries = await readdir(pageDirectory, { recursive: true, withFileTypes: true });
  const sources = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const shared = join(import.meta.dirname, "state-fields.ts");
  const builders = [join(projectDirectory, "../../package-lock.json"), import.meta.filename];
  for (const file of [...sources.sort(), shared, ...builders]) await addFile(hash, file);
  return hash.digest("hex").slice(0, 16);
}

async function addFile(hash: Hash, file: string): Promise<void> {
  hash.update(`${relative(projectDirectory, file)}\0`).update(await readFile(file));
}
