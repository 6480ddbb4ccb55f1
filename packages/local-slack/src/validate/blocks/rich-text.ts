import { z } from "zod";
import { byType } from "../by-type.ts";
import { blockObject, everywhere, type BlockKind } from "../surface.ts";
import { anyLeaf, preformattedLeaf } from "./rich-text-leaf.ts";

const border = z.int().min(0).max(1).optional();

const sectionSchema = z.strictObject({ type: z.literal("rich_text_section"), elements: z.array(anyLeaf) });

const listSchema = z.strictObject({
  type: z.literal("rich_text_list"),
  style: z.enum(["bullet", "ordered"]),
  elements: z.array(sectionSchema).min(1),
  // https://docs.slack.dev/reference/block-kit/blocks/rich-text-block: 0 to 8
  indent: z.int().min(0).max(8).optional(),
  offset: z.int().min(0).optional(),
  border,
});

const quoteSchema = z.strictObject({
  type: z.literal("rich_text_quote"),
  elements: z.array(anyLeaf),
  border,
});

const preformattedSchema = z.strictObject({
  type: z.literal("rich_text_preformatted"),
  elements: z.array(preformattedLeaf),
  language: z.string().optional(),
  border,
});

const part = byType([
  { type: "rich_text_section", schema: sectionSchema },
  { type: "rich_text_list", schema: listSchema },
  { type: "rich_text_quote", schema: quoteSchema },
  { type: "rich_text_preformatted", schema: preformattedSchema },
]);

/** Formatted text, as a block and within tables, tasks and inputs. */
export const richTextSchema = blockObject("rich_text", { elements: z.array(part).min(1) });

/** Formatted text as a block. */
export const richText: BlockKind = {
  type: "rich_text",
  surfaces: everywhere,
  schema: () => richTextSchema,
};
