import { expect, test } from "vitest";
import type { FormField } from "../../../src/platform/forms/form.ts";
import { inputBlock } from "../../../src/platform/forms/inputs.ts";
import { readStep } from "../../../src/platform/forms/read.ts";

const field: FormField = { name: "threshold", label: "Threshold", input: "number", optional: false };

function element(value: unknown, more: Partial<FormField> = {}) {
  return inputBlock({ ...field, ...more }, { values: { threshold: value }, facts: {} }, 0).element;
}

test.each<[number, string]>([
  [5, "5"],
  [-0.05, "-0.05"],
  [0.000_000_1, "0.0000001"],
  [1e21, "1000000000000000000000"],
  [1234.5, "1234.5"],
])("a decimal input begins with %s as Slack reads numbers", (value, text) => {
  expect(element(value, { decimal: true })).toMatchObject({ is_decimal_allowed: true, initial_value: text });
});

test("an input takes only whole numbers unless its field says otherwise, and has no other initial value", () => {
  expect(element(5)).toMatchObject({ is_decimal_allowed: false, initial_value: "5" });
  expect(element(0.5)).not.toHaveProperty("initial_value");
  expect(element(Number.NaN, { decimal: true })).not.toHaveProperty("initial_value");
  expect(element(7, { decimal: true, max: 5 })).not.toHaveProperty("initial_value");
});

test("a select with more choices than Slack shows includes the chosen one, and says that it is cut", () => {
  const all = Array.from({ length: 150 }, (_, n) => ({ value: `v${n}`, text: `Choice ${n}` }));
  const select = { ...field, input: "select", choices: () => all } as const;
  const drawn = (value: string, more: Partial<FormField> = {}) =>
    inputBlock({ ...select, ...more }, { values: { threshold: value }, facts: {} }, 0);
  expect(drawn("v149").element).toMatchObject({ initial_option: { value: "v149" } });
  expect(drawn("v149").hint?.text).toBe("Shows 100 of 150.");
  expect(drawn("v99", { noneText: "None" }).element).toMatchObject({ initial_option: { value: "v99" } });
  expect(drawn("v1", { noneText: "None", help: "Which.", rest: "Find others." }).hint?.text).toBe(
    "Which. Shows 99 of 150. Find others.",
  );
  expect(drawn("v1", { choices: () => all.slice(0, 100) })).not.toHaveProperty("hint");
});

test("a text takes as much as Slack allows, or less if its field says so, and its initial value is cut to that", () => {
  const long = "x".repeat(3_001);
  expect(element(long, { input: "text" })).toMatchObject({
    max_length: 3_000,
    initial_value: "x".repeat(3_000),
  });
  expect(element(long, { input: "lines", maxLength: 40 })).toMatchObject({
    max_length: 40,
    initial_value: "x".repeat(40),
  });
});

test("a select of several shows what is chosen among all, first what would be cut, and says that it is cut", () => {
  const all = Array.from({ length: 150 }, (_, n) => ({ value: `v${n}`, text: `Choice ${n}` }));
  const drawn = (values: readonly string[] | undefined, count = 150) =>
    inputBlock(
      { ...field, input: "many", choices: () => all.slice(0, count) },
      { values: { threshold: values }, facts: {} },
      0,
    );
  const some = drawn(["v3", "v149"]);
  expect(some.element).toMatchObject({ type: "multi_static_select" });
  expect(some.element).toHaveProperty("options.length", 100);
  expect(some.element).toHaveProperty(
    "initial_options",
    ["v149", "v3"].map((value) => expect.objectContaining({ value })),
  );
  expect(some.hint?.text).toBe("Shows 100 of 150.");
  expect(drawn(undefined, 100).element).not.toHaveProperty("initial_options");
  expect(drawn(undefined, 100)).not.toHaveProperty("hint");
});

test("what is chosen in a select of several is read as a list, and nothing chosen as nothing", () => {
  const step = { name: "one", title: "One", sections: [{ fields: [{ ...field, input: "many" as const }] }] };
  const read = (...values: string[]) =>
    readStep(step, { b: { threshold: { selected_options: values.map((value) => ({ value })) } } }).values;
  expect(read("v1", "v2")).toEqual({ threshold: ["v1", "v2"] });
  expect(read()).toEqual({ threshold: undefined });
});

test("an empty select says what it means", () => {
  const select = { input: "select", choices: () => [], noneText: "After 7 days" } as const;
  expect(element(undefined, select)).toMatchObject({ placeholder: { text: "After 7 days" } });
});
