import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";

const root = join(import.meta.dirname, "..");

const Package = z.object({
  license: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
});
const Lock = z.object({ packages: z.record(z.string(), Package) });
const { packages } = Lock.parse(JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")));

/** The licences that the image may have. docs/security.md names the packages of the last two. */
const allowed: ReadonlySet<string> = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "Unlicense",
  "MPL-2.0",
  "OFL-1.1",
]);

/** Where a package finds another one: beside its own, or in a folder above. */
function placeOf(name: string, from: string): string | undefined {
  const own = join(from, "node_modules", name);
  if (own in packages) return own;
  return from === ""
    ? undefined
    : placeOf(name, from.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, ""));
}

/** The packages that the app itself needs, with what they need, and with what it loads only for some settings. */
function runtimePackages(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (from: string) => {
    const { dependencies, optionalDependencies } = packages[from] ?? Package.parse({});
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = placeOf(name, from);
      if (place === undefined || found.has(place)) continue;
      found.set(place, packages[place]?.license ?? "none");
      visit(place);
    }
  };
  visit("");
  return found;
}

test("each package that the app needs at runtime has one of the allowed licences", () => {
  const found = runtimePackages();
  expect(found.size).toBeGreaterThan(50);
  expect([...found].filter(([, licence]) => !allowed.has(licence))).toEqual([]);
});

test("the docs name every package with a licence that asks for more than its notice", async () => {
  const docs = await readFile(join(root, "docs/security.md"), "utf8");
  const named = [...runtimePackages()].filter(([, licence]) => /^(?:MPL|OFL)/.test(licence));
  expect(named.length).toBeGreaterThan(1);
  for (const [place, licence] of named) {
    expect(docs).toContain(place.replace(/^.*node_modules\//, ""));
    expect(docs).toContain(licence);
  }
});
