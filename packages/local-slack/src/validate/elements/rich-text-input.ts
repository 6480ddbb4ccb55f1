import { z } from "zod";
import { richTextSchema } from "../blocks/rich-text.ts";
import { elementObject, everywhere, type ElementKind } from "../surface.ts";
import { typed } from "./text-input.ts";

// https://docs.slack.dev/reference/block-kit/block-elements/rich-text-input-element
const lines = z.int().min(1).max(100).optional();

/** An editor for formatted text. */
export const richTextInput: ElementKind = {
  type: "rich_text_input",
  heldBy: ["actions", "input"],
  surfaces: everywhere,
  schema: elementObject("rich_text_input", {
    ...typed,
    initial_value: richTextSchema.optional(),
    min_lines: lines,
    max_lines: lines,
  }),
};
