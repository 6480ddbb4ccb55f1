import { describe, expect, it } from "vitest";
import * as texts from "../../../src/features/costs/answer/texts.ts";
import { forecast } from "../../../src/features/costs/forecast.ts";
import { addDays, daysFrom } from "../../../src/lib/day.ts";
import { Credits } from "../../../src/lib/money.ts";

const november = { from: "2026-11-01", to: "2026-11-30" };
const today = "2026-11-20";

/** Days with these costs. The last one is today. */
function daysWith(...credits: number[]) {
  return credits.map((total, index) => ({
    day: addDays(today, index + 1 - credits.length),
    total: new Credits(total),
  }));
}

function numbers(found: ReturnType<typeof forecast>) {
  return found && [found.soFar, found.perDay, found.expected].map(Number);
}

describe("a forecast", () => {
  it("is the costs so far, plus the mean of the last seven days for each day left and for the rest of today", () => {
    const whole = daysFrom("2026-11-01", today).map((day) => ({ day, total: new Credits(10) }));
    const days = [...whole.slice(0, -1), { day: today, total: new Credits(4) }];
    const found = forecast({ period: november, days, today });
    expect(numbers(found)).toEqual([194, 10, 194 + 6 + 100]);
    if (!found) throw new Error("There is no forecast.");
    expect(texts.forecast({ ...found, month: "2026-11-01" }, 7)).toBe(
      "Forecast for Nov 2026: about 300 credits (190.00 before today, then 10.00 a day as in the last 7 days).",
    );
    expect(found?.basis).toEqual({ from: "2026-11-13", to: "2026-11-19" });
  });

  it("does not fall because today already cost more than usual", () => {
    const found = forecast({ period: november, days: daysWith(10, 10, 10, 50), today });
    expect(numbers(found)).toEqual([80, 10, 180]);
  });

  it("uses days before the period only for the mean", () => {
    const period = { from: "2026-11-19", to: "2026-11-21" };
    expect(numbers(forecast({ period, days: daysWith(1, 3, 2, 0), today }))).toEqual([2, 2, 6]);
  });

  it("does not count the days before the first costs as days without costs", () => {
    const found = forecast({ period: november, days: daysWith(0, 0, 0, 6, 8, 7, 9), today });
    expect(found?.basis).toEqual({ from: "2026-11-17", to: "2026-11-19" });
    expect(found?.perDay.toNumber()).toBe(7);
  });

  it("is the costs so far if the period is over", () => {
    const period = { from: "2026-11-15", to: "2026-11-19" };
    expect(numbers(forecast({ period, days: daysWith(1, 1, 1, 1), today }))).toEqual([3, 1, 3]);
  });

  it.each([
    ["first", { from: today, to: "2026-11-21" }, [1, 4, 1 + 3 + 4]],
    ["last", { from: "2026-11-19", to: today }, [5, 4, 5 + 3]],
  ])("includes the rest of today on the %s day of the period", (_, period, expected) => {
    expect(numbers(forecast({ period, days: daysWith(4, 4, 4, 1), today }))).toEqual(expected);
  });

  it.each([
    [[]],
    [daysWith(0, 0, 0, 0)],
    [daysWith(5)],
    [daysWith(5, 5)],
    [daysWith(5, 5, 5)],
    [daysWith(0, 0, 0, 5, 5, 5)],
  ])("does not exist with costs of fewer than three days before today", (days) => {
    expect(forecast({ period: november, days, today })).toBeNull();
  });
});
