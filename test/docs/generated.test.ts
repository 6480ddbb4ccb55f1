import { expect, test } from "vitest";
import { generated } from "./generated.ts";

/** Lines without the white space and dashes that align a table's cells. */
function lines(text: string): string[] {
  return text.split("\n").map((line) => line.replaceAll(/\s*\|\s*/g, "|").replaceAll(/\|-+(?=\|)/g, "|-"));
}

const all = await generated();

test.each(all)("$path is what the code says; `npm run docs` writes it", ({ now, wanted }) => {
  expect(lines(now)).toEqual(lines(wanted));
});
