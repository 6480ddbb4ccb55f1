import { z } from "zod";
import { blockObject, type BlockKind } from "../surface.ts";
import { cell, isShortEnough } from "./cell.ts";

const columnSetting = z.strictObject({
  align: z.enum(["left", "center", "right"]).optional(),
  is_wrapped: z.boolean().optional(),
});

// https://docs.slack.dev/reference/block-kit/blocks/table-block
/** Up to 100 rows of up to 20 cells; not in modals. */
export const table: BlockKind = {
  type: "table",
  surfaces: ["message", "home"],
  schema: () =>
    blockObject("table", {
      rows: z.array(z.array(cell).min(1).max(20)).min(1).max(100),
      column_settings: z.array(columnSetting.nullable()).max(20).optional(),
    }).superRefine(isShortEnough),
};
