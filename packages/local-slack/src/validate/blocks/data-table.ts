import { z } from "zod";
import { blockObject, type BlockKind } from "../surface.ts";
import { cell, headerCell, isShortEnough } from "./cell.ts";

// https://docs.slack.dev/reference/block-kit/blocks/data-table-block; the strictest of the published row limits
const schema = blockObject("data_table", {
  caption: z.string().min(1),
  rows: z
    .tuple([z.array(headerCell).min(1).max(20)], z.array(cell).min(1).max(20))
    .check(z.minLength(2), z.maxLength(100)),
  page_size: z.int().min(1).max(100).optional(),
  row_header_column_index: z.int().min(0).max(19).optional(),
});

/** A table that people sort and page through: a header and 1 to 99 rows of equal length. */
export const dataTable: BlockKind = {
  type: "data_table",
  surfaces: ["message", "home"],
  schema: () => schema.superRefine(hasEvenRows).superRefine(isShortEnough),
};

function hasEvenRows({ rows }: z.output<typeof schema>, context: z.RefinementCtx): void {
  const uneven = rows.findIndex((row) => row.length !== rows[0].length);
  if (uneven === -1) return;
  context.addIssue({
    code: "custom",
    path: ["rows", uneven],
    message: "must have as many cells as the first row",
  });
}
