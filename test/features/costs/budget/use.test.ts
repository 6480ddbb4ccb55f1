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

const fresh: BudgetPeriod = { from: "2026-11-01", credits: "500", posted: [] };

test.each([
  [249.99, undefined, []],
  [250, undefined, ["50"]],
  [250, 500, ["50"]],
  [250, 500.01, ["50", "forecast"]],
  [100, 900, ["forecast"]],
  [400, 499, ["50", "80"]],
  [500, undefined, ["50", "80", "forecast", "100"]],
])(
  "with %d of 500 credits used and a forecast of %s, the reached levels are %j",
  (used, expected, levels) => {
    expect(reachedLevels(status(used, expected === undefined ? {} : { expected }))).toEqual(levels);
  },
);

test("a past period reaches only the level of an exceeded budget", () => {
  expect(reachedLevels(status(450, { goesOn: false }))).toEqual([]);
  expect(reachedLevels(status(500, { goesOn: false }))).toContain("100");
});

test("of several new levels only the highest is posted, and the lower ones count as posted", () => {
  expect(judged(fresh, status(420))).toEqual({ ...fresh, posted: ["50", "80"], toPost: "80" });
});

test("a level is not posted again after costs fell below it and rose again", () => {
  const before: BudgetPeriod = { ...fresh, posted: ["50", "80"] };
  expect(judged(before, status(390))).toEqual(before);
  expect(judged(before, status(410))).toEqual(before);
});

test("once the budget is used up, no forecast is posted, even if costs fall", () => {
  const { posted } = judged(fresh, status(501));
  expect(judged({ ...fresh, posted }, status(480, { expected: 700 })).toPost).toBeUndefined();
});

test("a level that is still to be posted is replaced only by a higher one", () => {
  const pending: BudgetPeriod = { ...fresh, posted: ["forecast"], toPost: "forecast" };
  expect(judged(pending, status(260, { expected: 700 }))).toEqual(pending);
  expect(judged(pending, status(510)).toPost).toBe("100");
});

test("with a larger amount, levels that are no longer reached can be posted again", () => {
  const before: BudgetPeriod = { ...fresh, posted: ["50", "80"] };
  const raised = withAmount(before, "1000", status(450, { of: 1000 }));
  expect(raised).toEqual({ from: fresh.from, credits: "1000", posted: [] });
  expect(judged(raised, status(500, { of: 1000 })).toPost).toBe("50");
});

test("a level that the new amount has reached too is not posted again", () => {
  const before: BudgetPeriod = { ...fresh, posted: ["50", "80"] };
  const lowered = withAmount(before, "450", status(420, { of: 450 }));
  expect(judged(lowered, status(420, { of: 450 })).toPost).toBeUndefined();
  expect(judged(withAmount(before, "400", status(420, { of: 400 })), status(420, { of: 400 })).toPost).toBe(
    "100",
  );
});

test("each level is posted at most once for an amount, and every reached level is posted or covered by a higher one", () => {
  const steps = fc.array(
    fc.record({ used: fc.integer({ min: 0, max: 700 }), expected: fc.integer({ min: 0, max: 900 }) }),
  );
  fc.assert(
    fc.property(steps, (checks) => {
      const posts: BudgetLevel[] = [];
      let period = fresh;
      for (const { used, expected } of checks) {
        const now = status(used, { expected });
        const { toPost, ...rest } = judged(period, now);
        if (toPost) posts.push(toPost);
        period = rest;
        expect(reachedLevels(now).every((level) => period.posted.includes(level))).toBe(true);
      }
      expect(new Set(posts).size).toBe(posts.length);
      expect(posts.includes("100")).toBe(checks.some(({ used }) => used >= 500));
    }),
  );
});
