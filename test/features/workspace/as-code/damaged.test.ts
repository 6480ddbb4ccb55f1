import { readFile } from "node:fs/promises";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { isSeq, isMap, parseDocument, stringify } from "yaml";
import { product } from "../../../../src/app/features.ts";
import { readWorkspaceFile } from "../../../../src/platform/as-code/file.ts";

const whole = await readFile(new URL("everything.yaml", import.meta.url), "utf8");

/** The paths of all that a file has: each part, item, field and entry. */
function pathsIn(node: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  const own = path.length === 0 ? [] : [[...path]];
  if (isMap(node))
    return [...own, ...node.items.flatMap(({ key, value }) => pathsIn(value, [...path, String(key)]))];
  if (isSeq(node)) return [...own, ...node.items.flatMap((each, at) => pathsIn(each, [...path, at]))];
  return own;
}

const paths = pathsIn(parseDocument(whole).contents);
const missing = Symbol("missing");
const damages = [
  missing,
  null,
  true,
  -1,
  1.5,
  "",
  "Mars/Olympus",
  "25:99",
  "x".repeat(2_000),
  [],
  {},
  [1],
  { a: 1 },
];

const wordsOfTheLibrary = /\b(?:invalid|expected|received|option|zod|nonoptional|undefined|nan)\b|\[object/i;

test("whatever one field holds instead, the refusal names a line and is in our words", async () => {
  expect(paths.length).toBeGreaterThan(100);
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), fc.constantFrom(...damages), async (path, damage) => {
      const document = parseDocument(whole);
      if (damage === missing) document.deleteIn(path);
      else document.setIn(path, damage);
      const text = stringify(document);
      const read = await readWorkspaceFile(product.codeParts, text);
      if (!("problems" in read)) return;
      refused += 1;
      for (const { line, message } of read.problems) {
        expect(line).toBeGreaterThan(0);
        expect(line).toBeLessThanOrEqual(text.split("\n").length);
        expect(message).not.toMatch(wordsOfTheLibrary);
        expect(message).toMatch(/^\S.*[.?!]$/s);
      }
    }),
    { numRuns: 300 },
  );
  expect(refused).toBeGreaterThan(75);
}, 120_000);
