import { z } from "zod";
import { byType } from "../by-type.ts";
import { imageSchema } from "../elements/image.ts";
import { blockObject, everywhere, type BlockKind } from "../surface.ts";
import { mrkdwn, plainText } from "../text.ts";

const contextElement = byType([
  { type: "image", schema: imageSchema },
  { type: "plain_text", schema: plainText() },
  { type: "mrkdwn", schema: mrkdwn() },
]);

// https://docs.slack.dev/reference/block-kit/blocks/context-block
/** Up to 10 small texts and pictures. */
export const context: BlockKind = {
  type: "context",
  surfaces: everywhere,
  schema: () => blockObject("context", { elements: z.array(contextElement).min(1).max(10) }),
};
