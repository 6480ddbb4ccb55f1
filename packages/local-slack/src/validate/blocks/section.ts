import { z } from "zod";
import { elementIn } from "../elements/index.ts";
import { blockObject, everywhere, type BlockKind } from "../surface.ts";
import { anyText } from "../text.ts";

// https://docs.slack.dev/reference/block-kit/blocks/section-block
/** Text of 3000 characters, or up to 10 fields of 2000, with one element beside it. */
export const section: BlockKind = {
  type: "section",
  surfaces: everywhere,
  schema: (surface) =>
    blockObject("section", {
      text: anyText(3000).optional(),
      fields: z.array(anyText(2000)).min(1).max(10).optional(),
      accessory: elementIn("section", surface).optional(),
      expand: z.boolean().optional(),
    }).refine(({ text, fields }) => text !== undefined || fields !== undefined, {
      path: ["type"],
      message: "must define either `text` or `fields`",
    }),
};
