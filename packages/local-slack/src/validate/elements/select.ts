import { z } from "zod";
import { confirm } from "../composition.ts";
import { everywhere, type ElementKind } from "../surface.ts";
import { plainText } from "../text.ts";

/** The fields of every select menu beside its options. */
export const oneOf = {
  // https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element
  placeholder: plainText(150).optional(),
  confirm: confirm.optional(),
  focus_on_load: z.boolean().optional(),
};

/** The fields of every multi-select menu beside its options. */
export const severalOf = { ...oneOf, max_selected_items: z.int().min(1).optional() };

/** A select menu: sections, actions and inputs hold it, everywhere. */
export function selectKind(type: string, schema: z.ZodType): ElementKind {
  return { type, heldBy: ["section", "actions", "input"], surfaces: everywhere, schema };
}
