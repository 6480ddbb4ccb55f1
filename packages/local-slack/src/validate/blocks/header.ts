import { blockObject, everywhere, type BlockKind } from "../surface.ts";
import { plainText } from "../text.ts";

// https://docs.slack.dev/reference/block-kit/blocks/header-block
/** A line of large plain text of 150 characters. */
export const header: BlockKind = {
  type: "header",
  surfaces: everywhere,
  schema: () => blockObject("header", { text: plainText(150) }),
};
