import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type DayAmounts,
  judgeDay,
  newlyUnusual,
} from "../../../../src/features/costs/anomalies/anomalies.ts";
import { addDays } from "../../../../src/lib/day.ts";
import { Credits } from "../../../../src/lib/money.ts";

const monday = "2026-10-05";

function amounts(day: string, total: number | string, parts: Record<string, number> = {}): DayAmounts {
  return {
    day,
    total: new Credits(total),
    parts: Object.entries(parts).map(([name, amount]) => ({
      kind: name.endsWith("Credits") ? ("metric" as const) : ("service" as const),
      id: name,
      name,
      amount: new Credits(amount),
    })),
  };
}

/** Days from Monday, 5 October on. `totalOf` gives the total by weekday (0 is Monday) and index. */
function history(count: number, totalOf: (weekday: number, index: number) => number): DayAmounts[] {
  return Array.from({ length: count }, (_, index) =>
    amounts(addDays(monday, index), totalOf(index % 7, index)),
  );
}

/** Judges the last day of a history by the other days. */
function judgeLast(days: readonly DayAmounts[]) {
  const last = days.at(-1);
  return last && judgeDay(last, days);
}

const level = fc.integer({ min: 1, max: 10_000_000 }).map((hundredths) => hundredths / 100);
const week = fc.array(level, { minLength: 7, maxLength: 7 });

describe("usual days", () => {
  test("constant costs are never unusual, small or large", () => {
    fc.assert(
      fc.property(level, fc.integer({ min: 15, max: 60 }), (credits, count) => {
        expect(judgeLast(history(count, () => credits))).toBeUndefined();
      }),
    );
  });

  test("a weekly pattern is never unusual", () => {
    fc.assert(
      fc.property(week, fc.integer({ min: 15, max: 60 }), (pattern, count) => {
        expect(judgeLast(history(count, (weekday) => pattern[weekday] ?? 0))).toBeUndefined();
      }),
    );
  });

  test("noise of a few percent around a pattern is never unusual", () => {
    const noise = fc.array(fc.integer({ min: -7, max: 7 }), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(week, noise, (pattern, percents) => {
        const days = history(
          60,
          (weekday, index) => (pattern[weekday] ?? 0) * (1 + (percents[index] ?? 0) / 100),
        );
        expect(judgeLast(days)).toBeUndefined();
      }),
    );
  });

  test("small sums are never unusual, with any changes", () => {
    const small = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 15, maxLength: 40 });
    fc.assert(
      fc.property(small, (hundredths) => {
        expect(
          judgeLast(history(hundredths.length, (_, index) => (hundredths[index] ?? 0) / 100)),
        ).toBeUndefined();
      }),
    );
  });

  test("growth of three percent a day is never unusual", () => {
    expect(judgeLast(history(60, (_, index) => 10 * 1.03 ** index))).toBeUndefined();
  });

  test("with fewer than 14 final days since the first costs, no day is unusual", () => {
    const spike = (count: number) => [...history(count, () => 10), amounts(addDays(monday, count), 1000)];
    expect(judgeLast(spike(13))).toBeUndefined();
    expect(judgeLast(spike(14))).toMatchObject({ direction: "up" });
    const lately = history(40, (_, index) => (index < 30 ? 0 : 10));
    expect(judgeLast([...lately, amounts(addDays(monday, 40), 1000)])).toBeUndefined();
  });
});

describe("unusual days", () => {
  test("a day with several times the usual costs is unusual, for any order of days", () => {
    const facts = fc.record({
      pattern: fc.array(fc.integer({ min: 10, max: 1000 }), { minLength: 7, maxLength: 7 }),
      percents: fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 60, maxLength: 60 }),
      count: fc.integer({ min: 14, max: 59 }),
      times: fc.integer({ min: 2, max: 50 }),
    });
    fc.assert(
      fc.property(facts, fc.infiniteStream(fc.nat()), ({ pattern, percents, count, times }, schedule) => {
        const totalOf = (weekday: number, index: number) =>
          (pattern[weekday] ?? 0) * (1 + (percents[index] ?? 0) / 100) * (index === count ? times : 1);
        const days = history(count + 1, totalOf);
        const found = judgeLast(days);
        expect(found?.direction).toBe("up");
        const shuffled = days
          .map((day) => ({ day, at: schedule.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ day }) => day);
        const last = days.at(-1);
        expect(last && judgeDay(last, shuffled)).toEqual(found);
      }),
      { numRuns: 60 },
    );
  });

  test("an earlier unusual day does not hide a later one", () => {
    const days = history(28, (_, index) => (index === 20 ? 900 : 10));
    expect(judgeLast([...days, amounts(addDays(monday, 28), 30)])).toMatchObject({ direction: "up" });
  });

  test("a fall to nearly zero is unusual, a fall to half is not", () => {
    const days = history(28, () => 50);
    expect(judgeLast([...days, amounts(addDays(monday, 28), 1)])).toMatchObject({ direction: "down" });
    expect(judgeLast([...days, amounts(addDays(monday, 28), 25)])).toBeUndefined();
  });

  test("the parts that changed most are listed with their usual costs, the largest difference first", () => {
    const usual = { "orders prod": 40, staging: 10, computeCredits: 45, storageCredits: 5 };
    const days = history(28, () => 50).map(({ day }) => amounts(day, 50, usual));
    const judged = amounts(addDays(monday, 28), 171, {
      "orders prod": 100,
      staging: 11,
      "new one": 60,
      computeCredits: 166,
      storageCredits: 5,
    });
    const movers = judgeDay(judged, days)?.movers ?? [];
    expect(
      movers.map(({ name, amount, usual: before }) => [name, amount.toFixed(), before.toFixed()]),
    ).toEqual([
      ["new one", "60", "0"],
      ["orders prod", "100", "40"],
      ["computeCredits", "166", "45"],
    ]);
  });

  test("an expected day does not count towards the usual costs of later days", () => {
    const plain = history(28, () => 10);
    const expected = plain.map((day, index) =>
      index % 2 ? { ...day, total: new Credits(90), expected: true } : day,
    );
    expect(judgeLast([...expected, amounts(addDays(monday, 28), 90)])).toMatchObject({ direction: "up" });
  });
});

function reportedDays(days: readonly DayAmounts[], since = monday): string[] {
  return days.filter((day) => newlyUnusual(day, days, since)).map(({ day }) => day);
}

describe("lasting changes", () => {
  const shifted = history(40, (_, index) => (index < 28 ? 10 : 30));

  test("costs that stay high are announced on their first day only", () => {
    expect(reportedDays(shifted)).toEqual([addDays(monday, 28)]);
  });

  test("costs that stay high on working days are announced on their first day only", () => {
    const days = history(49, (weekday, index) => (weekday > 4 ? 10 : index < 28 ? 20 : 60));
    expect(reportedDays(days)).toEqual([addDays(monday, 28)]);
  });

  test("a day that is much further from the usual is announced again", () => {
    const days = shifted.map((day, index) => (index === 30 ? { ...day, total: new Credits(300) } : day));
    expect(reportedDays(days)).toEqual([addDays(monday, 28), addDays(monday, 30)]);
  });

  test("costs that rise on the first judged day are announced once", () => {
    expect(reportedDays(shifted, addDays(monday, 28))).toEqual([addDays(monday, 28)]);
  });

  test("costs that rose before the first judged day are announced", () => {
    expect(reportedDays(shifted, addDays(monday, 29))).toContain(addDays(monday, 29));
  });
});
