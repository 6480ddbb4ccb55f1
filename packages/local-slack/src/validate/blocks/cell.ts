import { z } from "zod";
import { byType, type Typed } from "../by-type.ts";
import { textsIn } from "../walk.ts";
import { richTextSchema } from "./rich-text.ts";

const rawText: Typed = {
  type: "raw_text",
  schema: z.strictObject({ type: z.literal("raw_text"), text: z.string().min(1) }),
};

const rawNumber: Typed = {
  type: "raw_number",
  schema: z.strictObject({ type: z.literal("raw_number"), value: z.number(), text: z.string().min(1) }),
};

/** A cell of a table's header: no formatting. */
export const headerCell = byType([rawText, rawNumber]);

/** A cell of a table. */
export const cell = byType([rawText, rawNumber, { type: "rich_text", schema: richTextSchema }]);

// https://docs.slack.dev/reference/block-kit/blocks/table-block: all cells together
const mostCharacters = 10_000;

/** Refuses a table with more than 10,000 characters in its cells. */
export function isShortEnough(table: { rows: unknown }, context: z.RefinementCtx): void {
  const characters = textsIn(table.rows).reduce((sum, text) => sum + text.length, 0);
  if (characters <= mostCharacters) return;
  const message = `must be less than ${mostCharacters + 1} characters`;
  context.addIssue({ code: "custom", path: ["rows"], message });
}
