import { z } from "zod";
import { choiceOption, confirm, overflowOption } from "../composition.ts";
import { elementObject, everywhere, type ElementKind } from "../surface.ts";
import { initialIsProvided } from "./provided.ts";

// https://docs.slack.dev/reference/block-kit/block-elements/checkboxes-element: 10 options, as for radio buttons
const options = z.array(choiceOption).min(1).max(10);

/** Checkboxes. Any number may be ticked. */
export const checkboxes: ElementKind = {
  type: "checkboxes",
  heldBy: ["section", "actions", "input"],
  surfaces: everywhere,
  schema: elementObject("checkboxes", {
    options,
    initial_options: z.array(choiceOption).min(1).optional(),
    confirm: confirm.optional(),
    focus_on_load: z.boolean().optional(),
  }).superRefine(initialIsProvided),
};

/** Radio buttons. One may be chosen. */
export const radioButtons: ElementKind = {
  type: "radio_buttons",
  heldBy: ["section", "actions", "input"],
  surfaces: everywhere,
  schema: elementObject("radio_buttons", {
    options,
    initial_option: choiceOption.optional(),
    confirm: confirm.optional(),
    focus_on_load: z.boolean().optional(),
  }).superRefine(initialIsProvided),
};

// https://docs.slack.dev/reference/block-kit/block-elements/overflow-menu-element
/** The menu behind the three dots, of 1 to 5 options. */
export const overflow: ElementKind = {
  type: "overflow",
  heldBy: ["section", "actions"],
  surfaces: everywhere,
  schema: elementObject("overflow", {
    options: z.array(overflowOption).min(1).max(5),
    confirm: confirm.optional(),
  }),
};
