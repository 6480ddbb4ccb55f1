import * as fc from "fast-check";
import { expect, test } from "vitest";
import { modal, viewBlocks } from "../../../src/platform/blocks/view-blocks.ts";
import { table } from "../../../src/platform/blocks/table.ts";
import { divider, section } from "../../../src/platform/blocks/text.ts";
import { validateView } from "@quartermaster/local-slack/validate";

const viewOf = (blocks: ReturnType<typeof viewBlocks>) =>
  modal({ callbackId: "test", title: "Test", close: "Close", blocks });

test("a narrow table becomes aligned text, with numbers to the right", () => {
  const [block] = viewBlocks([
    table({
      columns: [{ header: "Service" }, { header: "Credits", align: "right" }],
      rows: [
        ["orders", "1,204"],
        ["web", "9"],
      ],
    }),
  ]);
  expect(block).toMatchObject({
    type: "rich_text",
    elements: [{ elements: [{ text: "Service  Credits\norders     1,204\nweb            9" }] }],
  });
});

test("a wide table becomes a paragraph for each row, with times in the reader's zone", () => {
  const at = new Date("2026-11-20T10:00:00Z");
  const blocks = viewBlocks([
    table({
      columns: [{ header: "Service" }, { header: "Last backup" }, { header: "Status" }],
      rows: [["orders <prod>", at, "finished a long time ago in a far place"]],
    }),
  ]);
  expect(JSON.stringify(blocks)).toContain(
    "*orders &lt;prod&gt;*\\nLast backup: <!date^1763632800".replace(
      "1763632800",
      String(at.getTime() / 1_000),
    ),
  );
});

test("a modal holds at most what Slack allows, and counts the rest", () => {
  const blocks = viewBlocks(
    Array.from({ length: 120 }, () => divider()),
    1,
  );
  expect(blocks).toHaveLength(99);
  expect(JSON.stringify(blocks.at(-1))).toContain("22 more parts didn't fit here.");
  const long = viewBlocks(Array.from({ length: 90 }, () => section("é€𝄞".repeat(700))));
  expect(validateView(viewOf(long))).toBeNull();
});

test("any table fits into a modal", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.string({ unit: "grapheme" }),
          fc.string(),
          fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01") }),
        ),
        {
          maxLength: 120,
        },
      ),
      (rows) => {
        const columns = [{ header: "One" }, { header: "Two", align: "right" as const }, { header: "Three" }];
        expect(validateView(viewOf(viewBlocks([table({ columns, rows })])))).toBeNull();
      },
    ),
    { numRuns: 30 },
  );
});
