import { z } from "zod";
import { elementIn } from "../elements/index.ts";
import { imageSchema } from "../elements/image.ts";
import { blockObject, everywhere, type BlockKind, type Surface } from "../surface.ts";
import { anyText } from "../text.ts";

// https://docs.slack.dev/reference/block-kit/blocks/card-block
/** A card: at least one of hero image, title, body and actions. */
export function cardSchema(surface: Surface): z.ZodType {
  return blockObject("card", {
    hero_image: imageSchema.optional(),
    icon: imageSchema.optional(),
    slack_icon: z.strictObject({ type: z.literal("icon").optional(), name: z.string().min(1) }).optional(),
    title: anyText(150).optional(),
    subtitle: anyText(150).optional(),
    body: anyText(200).optional(),
    actions: z.array(elementIn("card", surface)).min(1).max(5).optional(),
  }).refine(
    (card) => [card.hero_image, card.title, card.body, card.actions].some((part) => part !== undefined),
    {
      message: "must define at least one of `hero_image`, `title`, `actions` or `body`",
    },
  );
}

/** A card on its own. */
export const card: BlockKind = { type: "card", surfaces: everywhere, schema: cardSchema };
