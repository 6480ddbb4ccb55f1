import { expect, test } from "vitest";
import { formatPeriod } from "../../../../src/features/costs/budget/schedule.ts";
import { periodOf } from "../../../../src/platform/jobs/schedules/schedules.ts";

test.each([
  ["daily", "2026-03-29", "2026-03-29", "2026-03-29", "on 29 Mar 2026"],
  ["weekly", "2026-11-22", "2026-11-16", "2026-11-22", "from 16 to 22 Nov 2026"],
  ["weekly", "2027-01-01", "2026-12-28", "2027-01-03", "from 28 Dec 2026 to 3 Jan 2027"],
  ["monthly", "2026-11-21", "2026-11-01", "2026-11-30", "in November 2026"],
  ["monthly", "2028-02-29", "2028-02-01", "2028-02-29", "in February 2028"],
  ["monthly", "2026-12-31", "2026-12-01", "2026-12-31", "in December 2026"],
] as const)("the %s period with %s is from %s to %s", (every, day, from, to, words) => {
  expect(periodOf(every, day)).toEqual({ from, to });
  expect(formatPeriod(every, { from, to })).toBe(words);
});
