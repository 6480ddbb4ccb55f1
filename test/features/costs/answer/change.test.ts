import { expect, test } from "vitest";
import { formatMove } from "../../../../src/features/costs/answer/texts.ts";
import { Credits } from "../../../../src/lib/money.ts";

test.each([
  [108.4, 100, "up 8.4%"],
  [86.9, 100, "down 13.1%"],
  [105, 100, "up 5.0%"],
  [95, 100, "down 5.0%"],
  // Judged as it is shown: this is +5.0%.
  [104.96, 100, "up 5.0%"],
  [104.9, 100, "steady +4.9%"],
  [97, 100, "steady -3.0%"],
  [100.01, 100, "steady under 0.1%"],
  [100, 100, "no change"],
  [0, 0, "no change"],
  [5, 0, "new"],
  [0, 5, "down 100.0%"],
  [1250, 1, "up 124,900.0%"],
  [5, -1, "–"],
])("%d after %d is %s: less than 5 percent is steady", (compared, previous, shown) => {
  expect(formatMove(new Credits(compared), new Credits(previous))).toBe(shown);
});
