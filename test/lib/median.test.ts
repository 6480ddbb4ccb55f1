import { expect, test } from "vitest";
import { median } from "../../src/lib/median.ts";

test.each([
  [[], undefined],
  [[3], 3],
  [[9, 1, 5], 5],
  [[10, 9, 1, 2], 5.5],
  [[Number.MAX_VALUE, Number.MAX_VALUE], Number.MAX_VALUE],
])("the median of %j is %s", (values, expected) => {
  expect(median(values)).toBe(expected);
});
