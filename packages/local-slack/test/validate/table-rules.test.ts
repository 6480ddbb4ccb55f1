import { expect, test } from "vitest";
import { validateMessage } from "../../src/validate/index.ts";
import { bars, type Rule } from "./builders.ts";
import { barChart, raw, richText, sampleBlocks, type Json } from "./samples.ts";

const chart = (rest: Json) => ({ ...bars(["a", "b"]), chart: { ...barChart(["a", "b"]), ...rest } });

const rules: Rule[] = [
  [
    "rich text is not empty",
    richText(""),
    "must be more than 0 characters [json-pointer:/blocks/0/elements/0/elements/0/text]",
  ],
  [
    "preformatted text has texts and links only",
    {
      type: "rich_text",
      elements: [{ type: "rich_text_preformatted", elements: [{ type: "user", user_id: "U1" }] }],
    },
    "unsupported type: user [json-pointer:/blocks/0/elements/0/elements/0/type]",
  ],
  [
    "a cell is not empty",
    { type: "table", rows: [[raw("")]] },
    "must be more than 0 characters [json-pointer:/blocks/0/rows/0/0/text]",
  ],
  [
    "a data table has a caption",
    { type: "data_table", rows: [[raw("a")], [raw("b")]] },
    "missing required field: caption [json-pointer:/blocks/0]",
  ],
  [
    "a data table's header has no formatting",
    { ...sampleBlocks().data_table, rows: [[richText("a")], [raw("b")]] },
    "unsupported type: rich_text [json-pointer:/blocks/0/rows/0/0/type]",
  ],
  [
    "a data table's rows have equal lengths",
    { ...sampleBlocks().data_table, rows: [[raw("a")], [raw("b"), raw("c")]] },
    "must have as many cells as the first row [json-pointer:/blocks/0/rows/1]",
  ],
  [
    "a chart has a known kind",
    { type: "data_visualization", title: "T", chart: { type: "radar" } },
    "unsupported type: radar [json-pointer:/blocks/0/chart/type]",
  ],
  [
    "a chart is never stacked",
    chart({ stacked: true }),
    "invalid additional property: stacked [json-pointer:/blocks/0/chart]",
  ],
  [
    "a series has a point for each category",
    chart({ series: [{ name: "s", data: [{ label: "a", value: 1 }] }] }),
    "labels must match `axis_config.categories` [json-pointer:/blocks/0/chart/series/0/data]",
  ],
  [
    "series have unique names",
    chart(barChart(["a"], ["s", "s"])),
    "`name` must be unique [json-pointer:/blocks/0/chart/series]",
  ],
  [
    "a pie's slice is greater than 0",
    { type: "data_visualization", title: "T", chart: { type: "pie", segments: [{ label: "a", value: 0 }] } },
    "must be greater than 0 [json-pointer:/blocks/0/chart/segments/0/value]",
  ],
];

test.each(rules)("%s", (_rule, block, line) => {
  const problem = validateMessage({ text: "Text", blocks: [block] });
  expect(problem?.error).toBe("invalid_blocks");
  expect(problem?.messages.join("\n")).toContain(line);
});
