import { expect, test } from "vitest";
import { generated } from "./generated.ts";

/** What a file says, without its layout: a table's cells are aligned, and JSON has more than one form. */
function meaning(path: string, text: string): unknown {
  if (path.endsWith(".json")) return JSON.parse(text);
  return text.split("\n").map((line) => line.replaceAll(/\s*\|\s*/g, "|").replaceAll(/\|-+(?=\|)/g, "|-"));
}

const all = await generated();

test.each(all)("$path is what the code says; `npm run docs` writes it", ({ path, now, wanted }) => {
  expect(meaning(path, now)).toEqual(meaning(path, wanted));
});
