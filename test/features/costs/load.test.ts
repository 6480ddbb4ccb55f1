import { expect, test } from "vitest";
import { firstCostDay } from "../../../src/features/costs/load.ts";
import type { DaySpan } from "../../../src/lib/period/spans.ts";
import { daysFrom } from "../../../src/lib/day.ts";
import { costDays, costRecord } from "./records.ts";

const today = "2026-11-20";

async function search(after: string, first: string | undefined) {
  const records = first === undefined ? [] : daysFrom(first, today).map((date) => costRecord({ date }));
  const asked: DaySpan[] = [];
  const fetch = async (span: DaySpan) => void asked.push(span);
  const day = await firstCostDay(
    {
      days: (span) =>
        costDays(
          records.filter(({ date }) => date >= span.from && date <= span.to),
          span,
        ),
    },
    fetch,
    { after, today, isWanted: () => true },
  );
  return { day, looks: asked.length };
}

test.each(["2012-05-06", "2019-12-31", "2026-08-03", "2026-11-20"])(
  "the first day with costs is found after years without costs, in at most nine requests: %s",
  async (first) => {
    const { day, looks } = await search("2010-01-31", first);
    expect(day).toBe(first);
    expect(looks).toBeLessThanOrEqual(9);
  },
);

test("if there are no recent costs, the search ends after one request", async () => {
  expect(await search("2010-01-31", undefined)).toEqual({ day: undefined, looks: 1 });
});

test("days after today need no request", async () => {
  expect(await search(today, "2026-01-01")).toEqual({ day: undefined, looks: 0 });
});
