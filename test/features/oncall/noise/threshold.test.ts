import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AlertValues,
  readMeasured,
  thresholdFacts,
} from "../../../../src/features/oncall/noise/actions.ts";

const measured = (text: string) => readMeasured(text) ?? { value: NaN, unit: "", text: "not read" };
const alert = (text: string, isAnswered = false): AlertValues => ({
  values: text.split(" ").map((each) => measured(each)),
  isAnswered,
});
const alerts = (...values: string[]) => values.map((value) => alert(value));

test.each([
  ["93.2", { value: 93.2, unit: "", text: "93.2" }],
  ["2,432 ms", { value: 2432, unit: "ms", text: "2,432 ms" }],
  ["93.2%", { value: 93.2, unit: "%", text: "93.2 %" }],
  ["-1.5e3", { value: -1500, unit: "", text: "-1.5e3" }],
  ["A = 0.25", { value: 0.25, unit: "", text: "0.25" }],
])("%s is read as a number with its unit", (text, expected) => {
  expect(readMeasured(text)).toEqual(expected);
});

test.each(["", "high", "5 to 10", "> 80", "A = 93.2, C = 1", undefined])("%s isn't one number", (text) => {
  expect(readMeasured(text)).toBeUndefined();
});

describe("without comparable values", () => {
  test.each([
    ["there are none", []],
    ["alerts have none", [{ values: [], isAnswered: false }]],
    ["units differ", alerts("90ms", "1s")],
  ])("nothing is said when %s", (_, all) => {
    expect(thresholdFacts(all, undefined)).toBeUndefined();
  });

  test("nothing is said when the threshold has another unit", () => {
    expect(thresholdFacts(alerts("90ms"), measured("80%"))).toBeUndefined();
  });
});

test("the proposal leaves out what no one answered, and keeps every alert that someone did", () => {
  const all = [...alerts("81", "84", "90", "95", "99"), alert("93", true), alert("97", true)];
  expect(thresholdFacts(all, measured("80"))).toEqual({
    alerts: 7,
    answered: 2,
    lowest: "81",
    middle: "93",
    highest: "99",
    isBelow: false,
    proposed: { text: "90", leftOut: 3, keepsAnswered: true },
  });
});

test("without an answered alert, the proposal keeps the highest quarter", () => {
  const { proposed } = thresholdFacts(alerts("1", "2", "3", "4", "5", "6", "7", "8"), measured("1")) ?? {};
  expect(proposed).toEqual({ text: "6", leftOut: 6, keepsAnswered: false });
});

test("an alert counts with its furthest value", () => {
  const all = alerts("81 99", "82 83", "84", "85");
  expect(thresholdFacts(all, measured("80"))).toMatchObject({ lowest: "83", highest: "99" });
});

test("a rule that fires below its threshold gets a lower one", () => {
  const all = [...alerts("9", "8", "7"), alert("3", true)];
  const facts = thresholdFacts(all, measured("10"));
  expect(facts).toMatchObject({ isBelow: true, proposed: { text: "7", leftOut: 3, keepsAnswered: true } });
});

test.each([
  ["values on both sides of the threshold", alerts("5", "15", "25", "30"), measured("10")],
  ["three alerts", alerts("11", "12", "13"), measured("10")],
  ["one value", alerts("11", "11", "11", "11"), measured("10")],
  ["an answer to the mildest alert", [alert("11", true), ...alerts("12", "13", "14")], measured("10")],
])("%s give no proposal", (_, all, threshold) => {
  const facts = thresholdFacts(all, threshold);
  expect(facts?.alerts).toBe(all.length);
  expect(facts?.proposed).toBeUndefined();
});

test("a proposal leaves out as many as it says, no answered one, and never all", () => {
  const values = fc.array(fc.record({ value: fc.integer({ min: 81, max: 99 }), isAnswered: fc.boolean() }), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(values, (all) => {
      const facts = thresholdFacts(
        all.map(({ value, isAnswered }) => alert(String(value), isAnswered)),
        measured("80"),
      );
      if (!facts?.proposed) return;
      const limit = Number(facts.proposed.text);
      const out = all.filter(({ value }) => value <= limit);
      expect(out).toHaveLength(facts.proposed.leftOut);
      expect(out.length).toBeGreaterThan(0);
      expect(out.length).toBeLessThan(all.length);
      expect(out.some(({ isAnswered }) => isAnswered)).toBe(false);
    }),
  );
});
