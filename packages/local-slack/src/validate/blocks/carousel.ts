import { z } from "zod";
import { byType } from "../by-type.ts";
import { blockObject, type BlockKind } from "../surface.ts";
import { cardSchema } from "./card.ts";

// https://docs.slack.dev/reference/block-kit/blocks/carousel-block
/** 1 to 10 cards in a row that scrolls. */
export const carousel: BlockKind = {
  type: "carousel",
  surfaces: ["message", "home"],
  schema: (surface) =>
    blockObject("carousel", {
      elements: z
        .array(byType([{ type: "card", schema: cardSchema(surface) }]))
        .min(1)
        .max(10),
    }),
};
