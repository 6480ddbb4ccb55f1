import { describe, expect, it } from "vitest";
import {
  dataTable,
  isLong,
  plainTable,
  rowsThatFit,
  table,
  tableBlocks,
} from "../../../src/platform/blocks/table.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";
import { hostileNames } from "./hostile.ts";
import { rendered, renderedText } from "./rendered.ts";

const columns = [{ header: "Name" }, { header: "Size", align: "right" as const }];

describe("table", () => {
  it("has its header as the first row and aligns its columns", () => {
    expect(table({ columns, rows: [["daily", "45 GiB"]] })).toEqual({
      type: "table",
      rows: [
        [
          { type: "raw_text", text: "Name" },
          { type: "raw_text", text: "Size" },
        ],
        [
          { type: "raw_text", text: "daily" },
          { type: "raw_text", text: "45 GiB" },
        ],
      ],
      column_settings: [
        { align: "left", is_wrapped: true },
        { align: "right", is_wrapped: false },
      ],
    });
  });

  it("shows a time in each reader's own zone", () => {
    const time = new Date("2020-01-02T10:00:00Z");
    const block = table({ columns, rows: [[time, ""]] });
    expect(JSON.stringify(block)).toContain('"type":"date","timestamp":1577959200');
    const here = time.toLocaleString("en-US", { hour: "numeric", minute: "numeric" });
    expect(renderedText([block])).toMatch(new RegExp(`Jan \\d, 2020 ${here}`));
  });

  it("shows a dash for an empty or missing cell", () => {
    expect(table({ columns, rows: [["daily"], ["", " "]] }).rows.slice(1)).toEqual([
      [
        { type: "raw_text", text: "daily" },
        { type: "raw_text", text: "–" },
      ],
      [
        { type: "raw_text", text: "–" },
        { type: "raw_text", text: "–" },
      ],
    ]);
  });

  it.each(hostileNames)("shows %j as it is, and nothing in it comes alive", (name) => {
    const block = table({ columns, rows: [[name, "1"]] });
    expect(validateMessage({ text: "t", blocks: [block] })).toBeNull();
    expect(rendered([block])).not.toMatch(
      /slack_(?:broadcast|user|channel|date|code|emoji)|<a |<strong|<em|<del/,
    );
  });

  it("keeps 99 rows under its header and says how many are left out", () => {
    const rows = Array.from({ length: 150 }, (_, index) => [`b${index}`, "1"]);
    expect(rowsThatFit({ columns, rows })).toBe(99);
    const blocks = tableBlocks({ columns, rows }, "backup");
    expect(JSON.stringify(blocks.at(-1))).toContain("And 51 more backups, not shown here.");
    expect(validateMessage({ text: "t", blocks })).toBeNull();
  });

  it("keeps as many rows as its text allows, and cuts long cells", () => {
    const rows = Array.from({ length: 99 }, () => ["n".repeat(500), "1"]);
    const blocks = tableBlocks({ columns, rows }, "backup");
    expect(rowsThatFit({ columns, rows })).toBe(49);
    expect(validateMessage({ text: "t", blocks })).toBeNull();
  });

  it("keeps rows with a text that just fits, and leaves out the row that is a letter too long", () => {
    // With the header's 8 letters that is 6,000.
    const full = Array.from({ length: 56 }, () => ["n".repeat(100), "s".repeat(7)]);
    expect(rowsThatFit({ columns, rows: full })).toBe(56);
    expect(rowsThatFit({ columns, rows: full.with(0, ["n".repeat(101), "s".repeat(7)]) })).toBe(55);
  });

  it("keeps 20 columns", () => {
    const wide = Array.from({ length: 25 }, (_, index) => ({ header: `C${index}` }));
    const block = table({ columns: wide, rows: [wide.map(() => "1")] });
    expect(block.rows.map((row) => row.length)).toEqual([20, 20]);
    expect(validateMessage({ text: "t", blocks: [block] })).toBeNull();
  });

  it("adds no text under a complete table", () => {
    expect(tableBlocks({ columns, rows: [["daily", "1"]] }, "backup")).toHaveLength(1);
  });
});

describe("plainTable", () => {
  it("has a line for each row, times in UTC", () => {
    const rows = [
      [new Date("2026-11-20T10:00:00Z"), "45 GiB"],
      ["<!here>", ""],
    ];
    expect(plainTable({ columns, rows })).toBe(
      "Name | Size\n2026-11-20 10:00 UTC | 45 GiB\n&lt;\u200b!here&gt; | –",
    );
  });

  it("says how many rows it leaves out, within its length", () => {
    const rows = Array.from({ length: 100 }, (_, index) => [`backup ${index}`, "1"]);
    const text = plainTable({ columns, rows }, 200);
    expect(text.length).toBeLessThanOrEqual(200);
    const shown = text.split("\n").length - 2;
    expect(text).toMatch(new RegExp(`and ${100 - shown} more$`));
  });
});

it("a long table can be sorted by its numbers, in pages of ten, and each cell is as in the short one", () => {
  const rows = Array.from({ length: 12 }, (_, index) => [
    `service ${index}`,
    { value: index * 1_000, text: `${index},000` },
    index === 3 ? "" : "*bold*",
  ]);
  const facts = { columns: [{ header: "Service" }, { header: "Credits" }, { header: "Note" }], rows };
  const block = dataTable(facts, "Costs of October");
  expect(block).toMatchObject({ type: "data_table", caption: "Costs of October", page_size: 10 });
  expect(block.rows[0]).toEqual([
    { type: "raw_text", text: "Service" },
    { type: "raw_text", text: "Credits" },
    { type: "raw_text", text: "Note" },
  ]);
  expect(block.rows[4]).toEqual([
    { type: "raw_text", text: "service 3" },
    { type: "raw_number", value: 3_000, text: "3,000" },
    { type: "raw_text", text: "–" },
  ]);
  expect(validateMessage({ text: "Costs", blocks: [block] })).toBeNull();
  expect(table(facts).rows[4]?.[1]).toEqual({ type: "raw_text", text: "3,000" });
  expect([isLong(facts), isLong({ rows: rows.slice(0, 10) })]).toEqual([true, false]);
});

it("however many rows and letters a long table has, Slack takes it", () => {
  const columns = Array.from({ length: 22 }, (_, index) => ({ header: `Column ${index}` }));
  for (const count of [11, 99, 500]) {
    const rows = Array.from({ length: count }, () => columns.map(() => "a fairly long text in each cell"));
    expect(validateMessage({ text: "Costs", blocks: [dataTable({ columns, rows }, "Costs")] })).toBeNull();
  }
});
