import { z } from "zod";
import { elementIn } from "../elements/index.ts";
import { blockObject, type BlockKind } from "../surface.ts";

// https://docs.slack.dev/reference/block-kit/blocks/context-actions-block
/** Up to 5 feedback and icon buttons under a message. */
export const contextActions: BlockKind = {
  type: "context_actions",
  surfaces: ["message"],
  schema: (surface) =>
    blockObject("context_actions", {
      elements: z.array(elementIn("context_actions", surface)).min(1).max(5),
    }),
};
