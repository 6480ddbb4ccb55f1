import { expect, test } from "vitest";
import { fitsGlob } from "../../src/lib/glob.ts";

test.each([
  ["dev *", "dev orders", true],
  ["dev *", "Dev ", true],
  ["dev *", "my dev orders", false],
  ["*test*", "a load test b", true],
  ["a*a", "a", false],
  ["a*b*c", "aXcbYc", true],
  ["a*b*c", "acb", false],
  ["*", "", true],
  ["", "", true],
  ["exact", "exactly", false],
  ["a.c", "abc", false],
])("%j holds for %j: %s", (pattern, text, fits) => {
  expect(fitsGlob(pattern, text)).toBe(fits);
});

// One that goes back and tries again would not end at all.
test("a pattern of many stars takes no time to speak of", () => {
  expect(fitsGlob(`${"*a".repeat(50)}b`, "a".repeat(10_000))).toBe(false);
});
