import { expect, test } from "vitest";
import { drawableText, fitText } from "../../../../src/platform/pictures/text.ts";
import { drawnChart } from "../../../../src/platform/pictures/chart/drawn.ts";
import { layoutOf, marksOf, valueAxis } from "../../../../src/platform/pictures/chart/layout.ts";
import type { ChartFacts } from "../../../../src/platform/pictures/facts.ts";
import { chartColors } from "../../../../src/platform/pictures/svg.ts";
import { chartOf } from "./charts.ts";

const names = (count: number) => Array.from({ length: count }, (_, index) => `service ${index + 1}`);

test("seven series have a colour each; with more, six have one and the rest are drawn together", () => {
  expect(drawnChart(chartOf(names(7))).parts.map(({ name }) => name)).toEqual(names(7));
  const { parts } = drawnChart(chartOf(names(10), 1));
  expect(parts.map(({ name }) => name)).toEqual([...names(6), "Others (4)"]);
  expect(parts.at(-1)?.amounts).toEqual([94 + 93 + 92 + 91]);
  expect(new Set(parts.map(({ color }) => color)).size).toBe(7);
});

function colorsOf(series: ChartFacts["series"]): Map<string, string> {
  const { parts } = drawnChart({ ...chartOf([], 1), series });
  return new Map(parts.map(({ name, color }) => [name, color]));
}

test("a part keeps its colour whatever its rank; of two with the same one, the smaller gets a free one", () => {
  const [blue, orange, green] = chartColors.parts;
  const orders = { name: "orders", color: 1, amounts: [9] };
  const billing = { name: "billing", color: 0, amounts: [5] };
  expect(colorsOf([orders, billing])).toEqual(
    new Map([
      ["orders", orange],
      ["billing", blue],
    ]),
  );
  expect(colorsOf([{ ...billing, amounts: [20] }, orders]).get("orders")).toBe(orange);
  const same = { name: "search", color: 1 + chartColors.parts.length, amounts: [1] };
  expect(colorsOf([orders, same])).toEqual(
    new Map([
      ["orders", orange],
      ["search", green],
    ]),
  );
});

function namesOf(unit: ChartFacts["unit"], ...buckets: Parameters<typeof marksOf>[0]["buckets"]): string[] {
  return marksOf({ unit, buckets }).map(({ name }) => name);
}

test("the legend explains the marks that the bars have, and no others", () => {
  const whole = { provisional: false };
  expect(namesOf("day", whole)).toEqual([]);
  expect(namesOf("day", whole, { provisional: true })).toEqual(["May still change"]);
  expect(namesOf("day", { provisional: true, partial: "open" })).toEqual([
    "May still change",
    "Not over yet",
  ]);
  expect(namesOf("week", { ...whole, partial: "cut" })).toEqual(["Part of a week"]);
  expect(namesOf("week", { ...whole, partial: "cut" }, { ...whole, partial: "open" })).toEqual([
    "Part of a week",
  ]);
});

function legend(...names: string[]): { name: string; leftPx: number; middlePx: number }[] {
  return layoutOf(drawnChart(chartOf(names))).legend;
}

test("a line of the legend has two names, or a long one in full or cut", () => {
  const [orders, billing, long, mark] = legend("orders", "billing", "fraud detection and scoring service");
  expect(orders).toMatchObject({ name: "orders", leftPx: 20 });
  expect(billing).toMatchObject({ name: "billing", leftPx: 300, middlePx: orders?.middlePx });
  expect(long).toEqual({
    name: "fraud detection and scoring service",
    leftPx: 20,
    middlePx: (orders?.middlePx ?? 0) + 33,
  });
  expect(mark).toMatchObject({ name: "May still change", leftPx: 20, middlePx: (long?.middlePx ?? 0) + 33 });
  expect(legend("x".repeat(200))[0]?.name).toMatch(/^x+…x+$/);
});

test("the largest part is at the bottom, and a part without costs is not drawn", () => {
  const { parts } = drawnChart({
    ...chartOf([], 2),
    series: [
      { name: "idle", amounts: [0, 0] },
      { name: "small", amounts: [1, 1] },
      { name: "large", amounts: [0, 9] },
    ],
  });
  expect(parts.map(({ name }) => name)).toEqual(["large", "small"]);
});

test("a bar is as high as its amounts above zero, and as deep as those below", () => {
  const series = [
    { name: "orders", amounts: [5] },
    { name: "refund", amounts: [-3] },
    { name: "broken", amounts: [Number.NaN] },
  ];
  const { buckets } = drawnChart({ ...chartOf([], 1), series });
  expect(buckets).toEqual([{ label: "1 Oct", provisional: true, partial: undefined, above: 5, below: -3 }]);
});

test("grid lines are at round numbers", () => {
  expect(valueAxis(0, 207).ticks).toEqual([0, 100, 200]);
  expect(valueAxis(0, 0.3).ticks).toEqual([0, 0.1, 0.2, 0.3]);
  expect(valueAxis(-40, 102)).toEqual({ from: -50, to: 102, ticks: [-50, 0, 50, 100] });
  expect(valueAxis(0, 0).ticks).toEqual([0]);
});

test("as many labels are written as fit, and totals only if every bar has its own", () => {
  const week = layoutOf(drawnChart(chartOf(["orders"], 7)));
  expect(week.bucketLabels).toEqual(["1 Oct", "", "3 Oct", "", "5 Oct", "", "7 Oct"]);
  expect(week.totalLabels).toEqual(["100", "200", "300", "100", "200", "300", "100"]);
  const year = layoutOf(drawnChart(chartOf(["orders"], 52)));
  expect(year.bucketLabels.filter((label) => label !== "").length).toBeLessThan(12);
  expect(year.totalLabels).toBeUndefined();
});

test("long names are cut in the middle, where they differ least", () => {
  expect(fitText("inventory-production-eu-central-1", 168, 15)).toBe("inventory-pr…entral-1");
  expect(fitText("orders", 168, 15)).toBe("orders");
  expect(fitText("x".repeat(1_000_000), 168, 15)).toBe("xxxxxxxxxxx…xxxxxx");
});

test("letters that cannot be drawn are left out of names", () => {
  expect(drawableText("🚀 orders\u0000\u202Eprod\n")).toBe("orders prod");
  expect(drawableText("🔥")).toBe("unnamed");
  expect(drawableText("Ω заказы Łódź – nº 1")).toBe("Ω заказы Łódź – nº 1");
  expect(drawableText("cà phê đặt Việt Nam")).toBe("cà phê đat Viet Nam");
  expect(drawableText("订单 数据库 prod שלום")).toBe("… prod …");
  expect(drawableText("注文", "Service 2")).toBe("Service 2");
});
