import { describe, expect, test } from "vitest";
import {
  many,
  section,
  input,
  menu,
  grouped,
  bars,
  pie,
  table,
  dataTable,
  card,
  line,
  linesOf,
  type Limit,
} from "./builders.ts";
import { option, plain, raw, sampleBlocks, sampleElements, type Json } from "./samples.ts";

/** Lists: an empty one, and one item more than the limit, are refused. */
const lists: Limit[] = [
  ["section fields", 10, (n) => section({ fields: many(n, () => plain("a")) }), "/fields"],
  ["context elements", 10, (n) => ({ type: "context", elements: many(n, () => plain("a")) }), "/elements"],
  [
    "actions elements",
    25,
    (n) => ({ type: "actions", elements: many(n, () => ({ type: "users_select" })) }),
    "/elements",
  ],
  [
    "context_actions elements",
    5,
    (n) => ({ type: "context_actions", elements: many(n, () => sampleElements().icon_button) }),
    "/elements",
  ],
  ["select options", 100, (n) => menu(many(n, (i) => option(`${i}`))), "/element/options"],
  [
    "option groups",
    100,
    (n) => grouped(many(n, (i) => ({ label: plain(`${i}`), options: [option(`${i}`)] }))),
    "/element/option_groups",
  ],
  [
    "options of a group",
    100,
    (n) => grouped([{ label: plain("a"), options: many(n, (i) => option(`${i}`)) }]),
    "/element/option_groups/0/options",
  ],
  [
    "checkboxes",
    10,
    (n) => input("checkboxes", { options: many(n, (i) => option(`${i}`)) }),
    "/element/options",
  ],
  [
    "radio buttons",
    10,
    (n) => input("radio_buttons", { options: many(n, (i) => option(`${i}`)) }),
    "/element/options",
  ],
  [
    "overflow options",
    5,
    (n) => section({ accessory: { type: "overflow", options: many(n, (i) => option(`${i}`)) } }),
    "/accessory/options",
  ],
  ["table rows", 100, (n) => table(many(n, () => [raw("a")])), "/rows"],
  ["table cells of a row", 20, (n) => table([many(n, () => raw("a"))]), "/rows/0"],
  ["chart segments", 6, (n) => pie(many(n, (i) => ({ label: `${i}`, value: 1 }))), "/chart/segments"],
  [
    "chart series",
    6,
    (n) =>
      bars(
        ["a"],
        many(n, (i) => `${i}`),
      ),
    "/chart/series",
  ],
  ["chart categories", 20, (n) => bars(many(n, (i) => `${i}`)), "/chart/axis_config/categories"],
  ["carousel cards", 10, (n) => ({ type: "carousel", elements: many(n, () => card({})) }), "/elements"],
  [
    "container blocks",
    10,
    (n) => ({ ...sampleBlocks().container, child_blocks: many(n, () => ({ type: "divider" })) }),
    "/child_blocks",
  ],
  [
    "card buttons",
    5,
    (n) => card({ actions: many(n, () => ({ type: "button", text: plain("Go") })) }),
    "/actions",
  ],
];

describe.each(lists)("%s", (_what, limit, build, pointer) => {
  test(`are 1 to ${limit}`, () => {
    expect(linesOf(build(1))).toEqual([]);
    expect(linesOf(build(limit))).toEqual([]);
    expect(linesOf(build(0))).toContain(line("must provide at least 1 items", pointer));
    expect(linesOf(build(limit + 1))).toContain(line(`no more than ${limit} items allowed`, pointer));
  });
});

test("a data table has 2 to 100 rows, including its header", () => {
  expect(linesOf(dataTableOf(2))).toEqual([]);
  expect(linesOf(dataTableOf(100))).toEqual([]);
  expect(linesOf(dataTableOf(1))).toContain(line("must provide at least 2 items", "/rows"));
  expect(linesOf(dataTableOf(101))).toContain(line("no more than 100 items allowed", "/rows"));
});

test("a table has at most 20 column_settings", () => {
  expect(linesOf(tableWithSettings(0))).toEqual([]);
  expect(linesOf(tableWithSettings(20))).toEqual([]);
  expect(linesOf(tableWithSettings(21))).toContain(line("no more than 20 items allowed", "/column_settings"));
});

function dataTableOf(rows: number): Json {
  return dataTable({ rows: many(rows, () => [raw("a")]) });
}

function tableWithSettings(count: number): Json {
  return table([[raw("a")]], { column_settings: many(count, () => null) });
}
