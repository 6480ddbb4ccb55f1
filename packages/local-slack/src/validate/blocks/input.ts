import { z } from "zod";
import { elementIn } from "../elements/index.ts";
import { blockObject, everywhere, type BlockKind } from "../surface.ts";
import { plainText } from "../text.ts";

// https://docs.slack.dev/reference/block-kit/blocks/input-block
/** A question with its label, hint (2000 characters each) and one element. */
export const input: BlockKind = {
  type: "input",
  surfaces: everywhere,
  schema: (surface) =>
    blockObject("input", {
      label: plainText(2000),
      element: elementIn("input", surface),
      hint: plainText(2000).optional(),
      optional: z.boolean().optional(),
      dispatch_action: z.boolean().optional(),
    }),
};
