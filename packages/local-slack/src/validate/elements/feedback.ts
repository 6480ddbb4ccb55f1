import { z } from "zod";
import { confirm } from "../composition.ts";
import { elementObject, type ElementKind } from "../surface.ts";
import { plainText } from "../text.ts";

// https://docs.slack.dev/reference/block-kit/block-elements/feedback-buttons-element
const feedbackButton = z.strictObject({
  text: plainText(75),
  value: z.string().max(2000),
  accessibility_label: z.string().max(75).optional(),
});

/** A pair of buttons for a good and a bad answer. */
export const feedbackButtons: ElementKind = {
  type: "feedback_buttons",
  heldBy: ["context_actions"],
  surfaces: ["message"],
  schema: elementObject("feedback_buttons", {
    positive_button: feedbackButton,
    negative_button: feedbackButton,
  }),
};

// https://docs.slack.dev/reference/block-kit/block-elements/icon-button-element
/** A button with an icon. The bin is the only one. */
export const iconButton: ElementKind = {
  type: "icon_button",
  heldBy: ["context_actions"],
  surfaces: ["message"],
  schema: elementObject("icon_button", {
    icon: z.enum(["trash"]),
    text: plainText(75),
    value: z.string().max(2000).optional(),
    confirm: confirm.optional(),
    accessibility_label: z.string().max(75).optional(),
    visible_to_user_ids: z.array(z.string()).optional(),
  }),
};
