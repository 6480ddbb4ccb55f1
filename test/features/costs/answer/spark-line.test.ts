import { expect, test } from "vitest";
import { sparkLine, sparkUnitOf } from "../../../../src/features/costs/answer/table.ts";
import { bucketsOf } from "../../../../src/features/costs/buckets.ts";
import { addDays } from "../../../../src/lib/day.ts";
import { Credits, sum } from "../../../../src/lib/money.ts";

/** A part with an amount a day from Monday 1 June on. With `open`, the last day is not over. */
function line(amounts: readonly number[], { open = false } = {}) {
  const to = addDays("2026-06-01", amounts.length - 1);
  const total = sum(amounts);
  const compared = open ? total.minus(amounts.at(-1) ?? 0) : total;
  const part = { amounts: amounts.map((amount) => new Credits(amount)), total, compared };
  const span = { from: "2026-06-01", to };
  const buckets = bucketsOf(span);
  return sparkLine(part, buckets, { unit: sparkUnitOf(span, buckets), unfinished: open ? to : undefined });
}

test.each([
  [[1, 2, 3, 4], "▁▃▅▇"],
  [[4, 3, 2, 1], "▇▅▃▁"],
  [[10, 10.2, 9.9, 10], "▄▄▄▄"],
  [[0, 0, 8], "▁▁▇"],
  [[10, 10, 10, 10, 10, 4, 4], "▇▇▇▇▇▁▁"],
])("%j has one sign for each day, around the middle", (amounts, signs) => {
  expect(line(amounts)).toBe(signs);
});

test("two weeks have a sign for each day, and more days one for each week", () => {
  expect(line(Array.from({ length: 14 }, () => 10))).toBe("▄".repeat(14));
  // 31 days from a Monday: the last week is cut, and counts by its mean day.
  expect(line(Array.from({ length: 31 }, () => 10))).toBe("▄".repeat(5));
});

test("a day that is not over has its own sign, because a bar would look like a fall", () => {
  expect(line([10, 10, 10, 1], { open: true })).toBe("▄▄▄░");
});

test("one day, and days without costs, have none", () => {
  expect(line([10])).toBeUndefined();
  expect(line([10, 1], { open: true })).toBeUndefined();
  expect(line([0, 0, 0, 0])).toBeUndefined();
});

test("a month that is cut, or not over, counts by its mean day", () => {
  const span = { from: "2026-01-01", to: "2026-07-03" };
  const buckets = bucketsOf(span);
  // 10 credits a day, and one so far on 3 July, which is not over.
  const amounts = [310, 280, 310, 300, 310, 300, 21].map((amount) => new Credits(amount));
  const total = sum(amounts);
  const part = { amounts, total, compared: total.minus(1) };
  expect(sparkLine(part, buckets, { unit: "month", unfinished: span.to })).toBe("▄▄▄▄▄▄▄");
});
