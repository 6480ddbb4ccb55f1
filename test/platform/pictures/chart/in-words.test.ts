import { expect, test } from "vitest";
import { altTextOf, barsInWords, partsInWords } from "../../../../src/platform/pictures/in-words.ts";
import { chartOf } from "./charts.ts";

test("the alternative text has the title, the sum, the largest part, the highest bar, and the provisional bars", () => {
  expect(altTextOf(chartOf(["orders prod", "billing"], 3, "Costs by service", "1 to 3 Oct 2026"))).toBe(
    "Costs by service, 1 to 3 Oct 2026: 3 bars stacked from 2 services, from 1 Oct to 3 Oct. Total: 1,194.00 credits. Largest service: orders prod with 600.00 credits. Highest bar: 3 Oct with 597.00 credits. May still change: 3 Oct.",
  );
});

test("one bar is named once, and without costs no bar is the highest", () => {
  expect(altTextOf({ ...chartOf(["orders"], 1), by: "metric" })).toBe(
    "Costs by service: 1 bar stacked from 1 metric, 1 Oct. Total: 100.00 credits. Largest metric: orders with 100.00 credits. May still change: 1 Oct.",
  );
  expect(altTextOf({ title: "Costs", about: "", by: "service", unit: "day", buckets: [], series: [] })).toBe(
    "Costs: 0 bars stacked from 0 services. Total: 0.00 credits.",
  );
});

test("many provisional bars are counted, and sums are exact", () => {
  const chart = chartOf(["orders"], 12);
  const text = altTextOf({
    ...chart,
    buckets: chart.buckets.map((bucket) => ({ ...bucket, provisional: true })),
    series: [{ name: "orders", amounts: Array.from({ length: 12 }, () => 0.1) }],
  });
  expect(text).toContain("Total: 1.20 credits.");
  expect(text).toContain("9 Oct, 10 Oct and 2 more.");
});

test("it names the bars that are not over, and those that the range cuts, in full", () => {
  const bucket = { label: "1 Jul", name: "1 to 5 Jul", provisional: false, partial: "cut" } as const;
  const last = { label: "6 Jul", name: "6 to 8 Jul", provisional: false, partial: "open" } as const;
  const chart = { ...chartOf(["orders"], 2), unit: "week", buckets: [bucket, last] } as const;
  const text = altTextOf(chart);
  expect(text).toContain("from 1 to 5 Jul to 6 to 8 Jul.");
  expect(text).toContain("Not over yet: 6 to 8 Jul. Only part of a week: 1 to 5 Jul.");
});

test("below a picture each bar has its sum, and many bars are added up", () => {
  const chart = chartOf(["orders prod", "billing"], 3);
  const open = { label: "3 Oct", name: "3 Oct", provisional: true, partial: "open" } as const;
  expect(barsInWords({ ...chart, buckets: [...chart.buckets.slice(0, 2), open] })).toEqual([
    "*Credits per day:* 1 Oct: 199.00 · 2 Oct: 398.00 · 3 Oct: 597.00 (not over yet)",
  ]);
  expect(barsInWords(chartOf(["orders"], 1))).toEqual([]);
  expect(barsInWords(chartOf(["orders"], 22))).toEqual([
    "*Credits per 7 days:* 1 Oct to 7 Oct: 1,300.00 · 8 Oct to 14 Oct: 1,400.00 · 15 Oct to 21 Oct: 1,500.00 · 22 Oct: 100.00",
  ]);
});

test("below a picture each part has its sum, and many small ones are added up", () => {
  expect(partsInWords(chartOf(["orders *prod*", "billing"], 1))).toEqual([
    "*Credits by service:* orders \u2217prod\u2217: 100.00 · billing: 99.00",
  ]);
  const names = Array.from({ length: 12 }, (_, index) => `s${index}`);
  expect(partsInWords(chartOf(names, 1))[0]).toMatch(/ · s9: 91\.00 · 2 others: 179\.00$/);
  expect(partsInWords(chartOf([], 3))).toEqual([]);
});
