import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Credits } from "../../../../src/lib/money.ts";
import { judged, reachedLevels, withAmount } from "../../../../src/features/costs/budget/use.ts";
import type { BudgetLevel, BudgetPeriod } from "../../../../src/features/costs/budget/schedule.ts";

function status(used: number, { of = 500, expected = undefined as number | undefined, goesOn = true } = {}) {
  return {
    credits: new Credits(of),
    used: new Credits(used),
    expected: expected === undefined ? null : new Credits(expected),
    goesOn,
  };
}

const fresh: BudgetPeriod = { from: "2026-11-01", credits: "500", told: [] };

test.each([
  [249.99, undefined, []],
  [250, undefined, ["50"]],
  [250, 500, ["50"]],
  [250, 500.01, ["50", "forecast"]],
  [100, 900, ["forecast"]],
  [400, 499, ["50", "80"]],
  [500, undefined, ["50", "80", "forecast", "100"]],
])("of 500 credits with %d used and %s expected these levels are reached: %j", (used, expected, levels) => {
  expect(reachedLevels(status(used, expected === undefined ? {} : { expected }))).toEqual(levels);
});

test("of a period that is over only that it was used up is news", () => {
  expect(reachedLevels(status(450, { goesOn: false }))).toEqual([]);
  expect(reachedLevels(status(500, { goesOn: false }))).toContain("100");
});

test("of several levels at once only the highest is told, and the lower ones count as told", () => {
  expect(judged(fresh, status(420))).toEqual({ ...fresh, told: ["50", "80"], toTell: "80" });
});

test("what was told is not told again, although costs fell below it and rose again", () => {
  const told: BudgetPeriod = { ...fresh, told: ["50", "80"] };
  expect(judged(told, status(390))).toEqual(told);
  expect(judged(told, status(410))).toEqual(told);
});

test("after all was used there is no forecast any more, even where costs fell since", () => {
  const told = judged(fresh, status(501)).told;
  expect(judged({ ...fresh, told }, status(480, { expected: 700 })).toTell).toBeUndefined();
});

test("what is perhaps not told yet gives way only to what says more", () => {
  const pending: BudgetPeriod = { ...fresh, told: ["forecast"], toTell: "forecast" };
  expect(judged(pending, status(260, { expected: 700 }))).toEqual(pending);
  expect(judged(pending, status(510)).toTell).toBe("100");
});

test("a larger amount makes what it takes back come again when it is reached anew", () => {
  const told: BudgetPeriod = { ...fresh, told: ["50", "80"] };
  const raised = withAmount(told, "1000", status(450, { of: 1000 }));
  expect(raised).toEqual({ from: fresh.from, credits: "1000", told: [] });
  expect(judged(raised, status(500, { of: 1000 })).toTell).toBe("50");
});

test("what holds of the new amount as well is not told again", () => {
  const told: BudgetPeriod = { ...fresh, told: ["50", "80"] };
  const lowered = withAmount(told, "450", status(420, { of: 450 }));
  expect(judged(lowered, status(420, { of: 450 })).toTell).toBeUndefined();
  expect(judged(withAmount(told, "400", status(420, { of: 400 })), status(420, { of: 400 })).toTell).toBe(
    "100",
  );
});

test("however costs go, each level is told at most once for an amount, and what is reached is told or outdone", () => {
  const steps = fc.array(
    fc.record({ used: fc.integer({ min: 0, max: 700 }), expected: fc.integer({ min: 0, max: 900 }) }),
  );
  fc.assert(
    fc.property(steps, (looks) => {
      const posts: BudgetLevel[] = [];
      let period = fresh;
      for (const { used, expected } of looks) {
        const now = status(used, { expected });
        const { toTell, ...rest } = judged(period, now);
        if (toTell) posts.push(toTell);
        period = rest;
        expect(reachedLevels(now).every((level) => period.told.includes(level))).toBe(true);
      }
      expect(new Set(posts).size).toBe(posts.length);
      expect(posts.includes("100")).toBe(looks.some(({ used }) => used >= 500));
    }),
  );
});
