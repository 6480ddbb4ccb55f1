import { expect, test } from "vitest";
import { altTextOf } from "../../../../src/platform/pictures/alt-text.ts";
import { chartOf } from "./charts.ts";

test("the alternative text has the title, the sum, the largest part, the highest bar, and the provisional bars", () => {
  expect(altTextOf(chartOf(["orders prod", "billing"], 3, "Costs by service, 1 to 3 Oct 2026"))).toBe(
    "Costs by service, 1 to 3 Oct 2026: 3 bars stacked from 2 services, from 1 Oct to 3 Oct. Total: 1,194.00 credits. Largest service: orders prod with 600.00 credits. Highest bar: 3 Oct with 597.00 credits. May still change: 3 Oct.",
  );
});

test("one bar is named once, and without costs no bar is the highest", () => {
  expect(altTextOf({ ...chartOf(["orders"], 1), by: "metric" })).toBe(
    "Costs by service: 1 bar stacked from 1 metric, 1 Oct. Total: 100.00 credits. Largest metric: orders with 100.00 credits. May still change: 1 Oct.",
  );
  expect(altTextOf({ title: "Costs", by: "service", unit: "day", buckets: [], series: [] })).toBe(
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
