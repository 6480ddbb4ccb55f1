import { runs } from "../../../support/pressed.ts";
import { expect, test } from "vitest";
import type { ScopedDay } from "../../../../src/features/costs/forecast.ts";
import { addDays } from "../../../../src/lib/day.ts";
import { Credits } from "../../../../src/lib/money.ts";
import { type PostedBudget, levelPost } from "../../../../src/features/costs/budget/advance.ts";
import type { BudgetLevel } from "../../../../src/features/costs/budget/schedule.ts";
import { percentUsed } from "../../../../src/features/costs/budget/use-lines.ts";
import * as texts from "../../../../src/features/costs/budget/texts.ts";
import { type BudgetUse, budgetUse } from "../../../../src/features/costs/budget/use.ts";
import { periodOf } from "../../../../src/platform/jobs/schedules/schedules.ts";

const monthly = { every: "monthly" as const, credits: "500" };
const service = { serviceId: "s1", name: "orders *prod*" };

/** 25 credits a day from 25 October until today. Yesterday and today are provisional. */
function days(today: string, perDay = 25): ScopedDay[] {
  return Array.from({ length: 45 }, (_, index) => addDays("2026-10-25", index))
    .filter((day) => day <= today)
    .map((day) => ({
      day,
      total: new Credits(perDay),
      locked: day < addDays(today, -1),
      parts: ["alpha", "beta", "gamma", "delta"].map((name, index) => ({
        kind: "service" as const,
        id: name,
        name: name === "alpha" ? "alpha <!here>" : name,
        amount: new Credits(perDay).times([0.6, 0.2, 0.15, 0.05][index] ?? 0),
      })),
    }));
}

function useOn(
  today: string,
  credits = "500",
  every: "daily" | "weekly" | "monthly" = "monthly",
  perDay = 25,
) {
  return budgetUse({ credits }, { period: periodOf(every, today), days: days(today, perDay), today });
}

function levelTitle(budget: PostedBudget, level: BudgetLevel, use: BudgetUse): string {
  return texts.levelTitle(budget, level, use, percentUsed(use));
}

test("a post shows how much is used and left, the forecast, the largest costs, and provisional days", () => {
  const { text, blocks } = levelPost(monthly, "80", useOn("2026-11-17"));
  expect(text).toBe(
    [
      "*85% used: monthly budget of 500 credits*",
      "*425.00 of 500 credits* in November 2026 (85%)",
      "Left: 75.00",
      "Days left: 13 after today",
      "Average per day: 25.00",
      "Forecast: 750.00 by 30 Nov, 250.00 over budget",
      "*What costs most*",
      "• alpha &lt;\u200b!\u200bhere&gt;: 255.00 (60.0%)",
      "• beta: 85.00 (20.0%)",
      "• gamma: 63.75 (15.0%)",
      "• 1 other",
      "16 and 17 Nov are provisional: the amount may still change. Months are calendar months in UTC.",
    ]
      .join("\n")
      .replace("&lt;\u200b!\u200bhere", text.match(/&lt;\S*here/)?.[0] ?? "no name"),
  );
  expect(text).not.toContain("<!here>");
  expect(JSON.stringify(blocks)).toContain("████████░░ 85%");
  const button = runs("costs_show", { range: "2026-11-01 to 2026-11-30" });
  expect(JSON.stringify(blocks)).toContain(JSON.stringify(button));
});

test.each([
  ["2026-11-11", "forecast", "Likely to go over budget: monthly budget of 500 credits"],
  ["2026-11-20", "100", "Used up: monthly budget of 500 credits"],
  ["2026-11-21", "100", "Over budget: monthly budget of 500 credits"],
] as const)("on %s the title of “%s” is: %s", (today, level, title) => {
  expect(levelTitle(monthly, level, useOn(today))).toBe(title);
});

test("the post of a past period says that it was exceeded, without days left or a forecast", () => {
  const use = budgetUse(
    { credits: "500" },
    { period: periodOf("monthly", "2026-11-30"), days: days("2026-12-01"), today: "2026-12-01" },
  );
  expect(levelTitle(monthly, "100", use)).toBe(
    "Was over budget in November 2026: monthly budget of 500 credits",
  );
  expect(levelPost(monthly, "100", use).text).not.toMatch(/Days left|Forecast/);
});

test("the post of a service's budget shows the exact name and has a button for the service's metrics", () => {
  const use = useOn("2026-11-17");
  const { blocks } = levelPost({ ...monthly, service }, "80", use);
  expect(blocks[0]).toMatchObject({
    text: { text: "85% used: monthly budget of 500 credits for orders *prod*" },
  });
  const costs = { range: "2026-11-01 to 2026-11-30", by: "metric", service: "s1" };
  expect(JSON.stringify(blocks)).toContain(JSON.stringify(runs("costs_show", costs)));
});

test("there is a forecast once three days of the period are over, but never for a daily budget", () => {
  expect(useOn("2026-11-03").forecast).toBeNull();
  expect(useOn("2026-11-04").expected?.toFixed()).toBe("750");
  expect(useOn("2026-11-18", "100", "weekly").forecast).toBeNull();
  expect(useOn("2026-11-19", "100", "weekly").expected?.toFixed()).toBe("175");
  expect(useOn("2026-11-19", "100", "daily").forecast).toBeNull();
});

test("a period includes its first and last day, and no day outside", () => {
  const week = periodOf("weekly", "2026-11-22");
  const over = budgetUse({ credits: "500" }, { period: week, days: days("2026-11-24"), today: "2026-11-24" });
  expect([over.used.toFixed(), over.goesOn]).toEqual(["175", false]);
  expect(useOn("2026-11-16", "500", "weekly").used.toFixed()).toBe("25");
});

test("a period on its last day still goes on, and has a forecast", () => {
  const { goesOn, daysLeft, forecast } = useOn("2026-11-30");
  expect([goesOn, daysLeft, forecast?.expected.toFixed()]).toEqual([true, 0, "750"]);
});

test("amounts are added exactly", () => {
  const use = useOn("2026-11-03", "0.3", "monthly", 0.1);
  expect(use.used.toFixed()).toBe("0.3");
  expect(levelTitle({ every: "monthly", credits: "0.3" }, "100", use)).toBe(
    "Used up: monthly budget of 0.30 credits",
  );
});
