import { z } from "zod";
import { elementIn } from "../elements/index.ts";
import { blockObject, everywhere, type BlockKind } from "../surface.ts";

// https://docs.slack.dev/reference/block-kit/blocks/actions-block
/** A row of up to 25 interactive elements. */
export const actions: BlockKind = {
  type: "actions",
  surfaces: everywhere,
  schema: (surface) =>
    blockObject("actions", { elements: z.array(elementIn("actions", surface)).min(1).max(25) }),
};
