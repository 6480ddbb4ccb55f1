import { z } from "zod";
import { buttonStyle, confirm } from "../composition.ts";
import { elementObject, everywhere, type ElementKind } from "../surface.ts";
import { plainText } from "../text.ts";
import { webUrl } from "../url.ts";

// https://docs.slack.dev/reference/block-kit/block-elements/button-element
/** A button: text of 75 characters, value of 2000, and maybe an address. */
const buttonSchema = elementObject("button", {
  text: plainText(75),
  value: z.string().max(2000).optional(),
  url: webUrl.optional(),
  style: buttonStyle.optional(),
  confirm: confirm.optional(),
  accessibility_label: z.string().max(75).optional(),
});

/** A button in a section, in a row of actions or on a card. */
export const button: ElementKind = {
  type: "button",
  heldBy: ["section", "actions", "card"],
  surfaces: everywhere,
  schema: buttonSchema,
};
