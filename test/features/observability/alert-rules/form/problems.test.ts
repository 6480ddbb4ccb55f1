import { expect, test } from "vitest";
import { problemsOf } from "../../../../../src/features/observability/alert-rules/form/problems.ts";
import { valuesOf } from "../../../../../src/features/observability/alert-rules/form/values.ts";

const facts = {
  target: { connection: "default", serviceId: "s-1", name: "orders prod" },
  given: {},
  isRead: true,
  publicUrl: "https://qm.example.com",
  dashboards: [{ id: "d1", name: "One" }],
  tiles: { dashboardId: "d1", tiles: [{ id: "t1", name: "Errors" }] },
  webhooks: [{ webhookId: "w1", usedBy: 1 }],
};
const whole = {
  dashboardId: "d1",
  tileId: "t1",
  thresholdType: "above",
  threshold: 5,
  interval: "5m",
  webhook: "w1",
  name: "Errors",
};

test("a complete alert can be submitted", () => {
  expect(problemsOf({ values: whole, facts })).toEqual([]);
});

test.each<[string, Record<string, unknown>, string]>([
  ["no dashboard", { dashboardId: undefined, tileId: undefined }, "dashboardId"],
  ["no tile", { tileId: undefined }, "tileId"],
  ["a tile that is not on the dashboard", { tileId: "t2" }, "tileId"],
  ["no threshold", { threshold: undefined }, "threshold"],
  ["a threshold in words", { threshold: "much" }, "threshold"],
  ["a range without its upper threshold", { thresholdType: "between" }, "thresholdMax"],
  [
    "a range with an upper threshold that is too low",
    { thresholdType: "not_between", thresholdMax: 5 },
    "thresholdMax",
  ],
  ["no webhook", { webhook: undefined }, "webhook"],
  ["another webhook without an id", { webhook: "another" }, "webhookId"],
  ["another webhook with an invalid id", { webhook: "another", webhookId: "my hook" }, "webhookId"],
  ["another interval without a text", { interval: "other" }, "otherInterval"],
  ["an interval without a unit", { interval: "other", otherInterval: "10" }, "otherInterval"],
  ["an interval of zero", { interval: "other", otherInterval: "0m" }, "otherInterval"],
  ["an interval in words", { interval: "other", otherInterval: "ten minutes" }, "otherInterval"],
  ["no name", { name: " " }, "name"],
])("%s is reported at the field to correct", (_, changes, field) => {
  const problems = problemsOf({ values: { ...whole, ...changes }, facts });
  expect(problems.map((problem) => problem.field)).toEqual([field]);
});

test("an alert that moves to another dashboard needs a tile there, and one that stays does not", () => {
  const seen = { id: "a1", source: "tile", dashboardId: "d1", tileId: "gone" };
  const values = { ...whole, tileId: undefined };
  expect(problemsOf({ values, facts: { ...facts, seen } })).toEqual([]);
  const moved = problemsOf({ values, facts: { ...facts, seen: { ...seen, dashboardId: "d2" } } });
  expect(moved).toEqual([{ field: "tileId", message: "Choose a tile." }]);
});

test("an existing alert without a name may stay without one, but one with a name needs a name", () => {
  const seen = { id: "a1", source: "tile", dashboardId: "d1", tileId: "t1" };
  const nameOf = (name: string | null) =>
    problemsOf({ values: { ...whole, name: undefined }, facts: { ...facts, seen: { ...seen, name } } });
  expect([nameOf(null), nameOf(" ")]).toEqual([[], []]);
  expect(nameOf("Errors")).toEqual([{ field: "name", message: "Enter a name." }]);
});

test("an alert without a webhook needs one, and none is chosen for it", () => {
  const seen = { id: "a1", source: "tile", dashboardId: "d1", tileId: "t1", name: "Errors" };
  const problems = problemsOf({
    values: { ...whole, ...valuesOf(seen), threshold: 5 },
    facts: { ...facts, seen },
  });
  expect(problems).toEqual([{ field: "webhook", message: "Choose a webhook." }]);
});

test("a form cannot be submitted before the server's data is read", () => {
  const [reading] = problemsOf({ values: {}, facts: { ...facts, isRead: false } });
  expect(reading?.message).toBe("Still reading. Wait a moment.");
});
