import { z } from "zod";
import { buttonStyle, confirm } from "../composition.ts";
import { elementObject, everywhere, type ElementKind } from "../surface.ts";
import { plainText } from "../text.ts";
import { webUrl } from "../url.ts";

const trigger = z.strictObject({
  url: webUrl,
  customizable_input_parameters: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
});

// https://docs.slack.dev/reference/block-kit/block-elements/workflow-button-element
/** A button that runs a workflow by its link trigger. */
export const workflowButton: ElementKind = {
  type: "workflow_button",
  heldBy: ["section", "actions"],
  surfaces: everywhere,
  schema: elementObject("workflow_button", {
    text: plainText(75),
    workflow: z.strictObject({ trigger }),
    style: buttonStyle.optional(),
    confirm: confirm.optional(),
    accessibility_label: z.string().max(75).optional(),
  }),
};
