import { expect, test } from "vitest";
import { trendOf } from "../../src/costs/answer-trend.ts";
import { addDays } from "../../src/lib/day.ts";
import { Credits } from "../../src/lib/money.ts";

/** One bucket a day, the last ones provisional. */
function trend(amounts: number[], { provisional = 0, days = 1 } = {}) {
  const buckets = amounts.map((_, index) => {
    const from = addDays("2026-06-01", index * days);
    const to = addDays(from, days - 1);
    const isOpen = index >= amounts.length - provisional;
    return { from, to, label: from, total: new Credits(0), provisional: isOpen };
  });
  return trendOf(
    amounts.map((amount) => new Credits(amount)),
    buckets,
  );
}

test.each([
  [[1, 2, 3, 4], "rising", "▁▃▅▇"],
  [[4, 3, 2, 1], "falling", "▇▅▃▁"],
  [[10, 10.2, 9.9, 10], "steady", "▄▄▄▄"],
  [[1, 9, 1, 9], "up and down", "▁▇▁▇"],
  [[0, 0, 8], "rising", "▁▁▇"],
])("%j is said as a word, with bars around the middle", (amounts, word, bars) => {
  expect(trend(amounts)).toEqual({ word, bars });
});

test("week-ends are no trend: in under two weeks only working days are compared", () => {
  expect(trend([10, 10, 10, 10, 10, 4, 4])).toEqual({ word: "steady", bars: "▄▄▄▄▄" });
  expect(trend([10, 11, 12, 13, 14, 4, 4])?.word).toBe("rising");
  expect(trend([10, 10, 4, 4], { days: 1, provisional: 2 })).toBeUndefined();
});

test("week-ends are no trend: from two weeks on, whole weeks are compared", () => {
  const week = [10, 10, 10, 10, 10, 4, 4];
  expect(trend([...week, ...week])?.word).toBe("steady");
  expect(trend([...week, ...week.map((amount) => amount * 1.5)])?.word).toBe("rising");
});

test("days that go on are not counted, as they would look like a fall", () => {
  expect(trend([10, 10, 10, 1], { provisional: 1 })?.word).toBe("steady");
  expect(trend([10, 10, 1], { provisional: 1 })).toBeUndefined();
});

test("a month that is cut short is compared by the day", () => {
  const buckets = [
    ["2026-08-01", "2026-08-31", 310],
    ["2026-09-01", "2026-09-30", 300],
    ["2026-10-01", "2026-10-02", 20],
  ] as const;
  const facts = buckets.map(([from, to]) => ({
    from,
    to,
    label: from,
    total: new Credits(0),
    provisional: false,
  }));
  expect(
    trendOf(
      buckets.map(([, , amount]) => new Credits(amount)),
      facts,
    )?.word,
  ).toBe("steady");
});

test("nothing at all has no trend", () => {
  expect(trend([0, 0, 0, 0])).toBeUndefined();
});
