import { describe, expect, test } from "vitest";
import { validateView } from "../../src/validate/index.ts";
import { input, dataTable, line, linesOf } from "./builders.ts";
import { modal, type Json } from "./samples.ts";

/** Whole numbers, with the lowest and the highest accepted one. */
const numbers: [what: string, min: number, max: number, build: (value: number) => Json, pointer: string][] = [
  ["data table page_size", 1, 100, (n) => dataTable({ page_size: n }), "/page_size"],
  ["input min_length", 0, 3000, (n) => input("plain_text_input", { min_length: n }), "/element/min_length"],
  ["input max_length", 1, 3000, (n) => input("plain_text_input", { max_length: n }), "/element/max_length"],
  [
    "rich text input min_lines",
    1,
    100,
    (n) => input("rich_text_input", { min_lines: n }),
    "/element/min_lines",
  ],
  [
    "datetimepicker",
    1_000_000_000,
    9_999_999_999,
    (n) => input("datetimepicker", { initial_date_time: n }),
    "/element/initial_date_time",
  ],
];

describe.each(numbers)("%s", (_what, min, max, build, pointer) => {
  test(`is ${min} to ${max}`, () => {
    expect(linesOf(build(min))).toEqual([]);
    expect(linesOf(build(max))).toEqual([]);
    expect(linesOf(build(min - 1))).toContain(line(`must be greater than ${min}`, pointer));
    expect(linesOf(build(max + 1))).toContain(line(`must be less than ${max}`, pointer));
  });
});

test("max_files of a file input is 1 to 10", () => {
  const lines = [0, 1, 10, 11].map(
    (max_files) => validateView(modal([input("file_input", { max_files })]))?.messages[1],
  );
  expect(lines).toEqual([
    "[ERROR] must be greater than 1 [json-pointer:/view/blocks/0/element/max_files]",
    undefined,
    undefined,
    "[ERROR] must be less than 10 [json-pointer:/view/blocks/0/element/max_files]",
  ]);
});
