import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const Package = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().default("see its repository"),
});

/** The names, versions and licences of the packages that these files belong to, as text. */
export async function licensesOf(paths: readonly string[]): Promise<string> {
  const folders = new Set(
    paths.flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []),
  );
  const texts = await Promise.all([...folders].map(licenseIn));
  return [...new Set(texts)].toSorted().join(`\n${"-".repeat(80)}\n\n`);
}

async function licenseIn(folder: string): Promise<string> {
  const { name, version, license } = Package.parse(
    JSON.parse(await readFile(join(folder, "package.json"), "utf8")),
  );
  const files = (await readdir(folder))
    .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    .toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return [`${name} ${version}: ${license}\n`, ...texts.map((text) => `${text.trim()}\n`)].join("\n");
}
