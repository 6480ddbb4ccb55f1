import { hasOneSource, picture } from "../elements/image.ts";
import { blockObject, everywhere, type BlockKind } from "../surface.ts";
import { plainText } from "../text.ts";

// https://docs.slack.dev/reference/block-kit/blocks/image-block
/** A picture on its own, with a title of 2000 characters. */
export const image: BlockKind = {
  type: "image",
  surfaces: everywhere,
  schema: () =>
    blockObject("image", { ...picture, title: plainText(2000).optional() }).superRefine(hasOneSource),
};
