import { z } from "zod";
import { dispatchActionConfig } from "../composition.ts";
import { elementObject, everywhere, type ElementKind } from "../surface.ts";
import { plainText } from "../text.ts";

/** The fields of every typed input. The placeholder has 150 characters. */
export const typed = {
  // https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
  placeholder: plainText(150).optional(),
  dispatch_action_config: dispatchActionConfig.optional(),
  focus_on_load: z.boolean().optional(),
};

// https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
const longestInput = 3000;

/** A line or, with `multiline`, an area of text. */
export const plainTextInput: ElementKind = {
  type: "plain_text_input",
  heldBy: ["input"],
  surfaces: everywhere,
  schema: elementObject("plain_text_input", {
    ...typed,
    initial_value: z.string().max(longestInput).optional(),
    multiline: z.boolean().optional(),
    min_length: z.int().min(0).max(longestInput).optional(),
    max_length: z.int().min(1).max(longestInput).optional(),
  }).refine((input) => (input.min_length ?? 0) <= (input.max_length ?? longestInput), {
    path: ["min_length"],
    message: "must be less than `max_length`",
  }),
};

/** An e-mail address; in modals only. */
export const emailTextInput = modalInput("email_text_input");

/** A web address; in modals only. */
export const urlTextInput = modalInput("url_text_input");

function modalInput(type: string): ElementKind {
  const schema = elementObject(type, { ...typed, initial_value: z.string().optional() });
  return { type, heldBy: ["input"], surfaces: ["modal"], schema };
}
