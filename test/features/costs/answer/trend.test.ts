import { expect, test } from "vitest";
import { trendOf } from "../../../../src/features/costs/answer/trend.ts";
import { addDays } from "../../../../src/lib/day.ts";
import { Credits } from "../../../../src/lib/money.ts";

/** One bucket a day from a Monday on. All are over, except the last one if it goes on. */
function trend(amounts: number[], { goesOn = false } = {}) {
  const buckets = amounts.map((_, index) => {
    const day = addDays("2026-06-01", index);
    return { from: day, to: day, label: day, total: new Credits(0), provisional: true };
  });
  return trendOf(
    amounts.map((amount) => new Credits(amount)),
    buckets,
    goesOn ? buckets.at(-1)?.from : undefined,
  );
}

test.each([
  [[1, 2, 3, 4], "rising", "▁▃▅▇"],
  [[4, 3, 2, 1], "falling", "▇▅▃▁"],
  [[10, 10.2, 9.9, 10], "steady", "▄▄▄▄"],
  [[1, 9, 1, 9], "up and down", "▁▇▁▇"],
  [[0, 0, 8], "rising", "▁▁▇"],
])("%j has a word, and bars around the middle", (amounts, word, bars) => {
  expect(trend(amounts)).toEqual({ word, bars });
});

test("weekends do not make a trend: in less than two weeks they have bars, but only working days are judged", () => {
  expect(trend([10, 10, 10, 10, 10, 4, 4])).toEqual({ word: "steady", bars: "▇▇▇▇▇▁▁" });
  expect(trend([10, 11, 12, 13, 14, 4, 4])?.word).toBe("rising");
  expect(trend([10, 10, 10, 10, 1, 1, 1])?.word).toBe("up and down");
});

test("too few days to judge have bars without a word", () => {
  expect(trend([10, 5])).toEqual({ bars: "▇▁" });
  expect(trend([10])).toBeUndefined();
});

test("weekends do not make a trend: from two weeks on, whole weeks are compared", () => {
  const week = [10, 10, 10, 10, 10, 4, 4];
  expect(trend([...week, ...week])?.word).toBe("steady");
  expect(trend([...week, ...week.map((amount) => amount * 1.5)])?.word).toBe("rising");
});

test("a day that goes on is not counted, because it would look like a fall", () => {
  expect(trend([10, 10, 10, 1], { goesOn: true })).toEqual({ word: "steady", bars: "▄▄▄" });
});

test("an incomplete month is compared by its daily average", () => {
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

test("days without costs have no trend", () => {
  expect(trend([0, 0, 0, 0])).toBeUndefined();
});
