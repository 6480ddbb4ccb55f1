import type { z } from "zod";
import { byType } from "../by-type.ts";
import type { ElementKind, Holder, Surface } from "../surface.ts";
import { button } from "./button.ts";
import { checkboxes, overflow, radioButtons } from "./choices.ts";
import { datepicker, datetimepicker, timepicker } from "./dates.ts";
import { externalSelects } from "./external-select.ts";
import { feedbackButtons, iconButton } from "./feedback.ts";
import { fileInput } from "./file-input.ts";
import { image } from "./image.ts";
import { numberInput } from "./number-input.ts";
import { peopleSelects } from "./people-select.ts";
import { richTextInput } from "./rich-text-input.ts";
import { staticSelects } from "./static-select.ts";
import { emailTextInput, plainTextInput, urlTextInput } from "./text-input.ts";
import { workflowButton } from "./workflow-button.ts";

/** Every element of Slack. A new one is a file and a line here. */
const elementKinds: readonly ElementKind[] = [
  button,
  workflowButton,
  feedbackButtons,
  iconButton,
  checkboxes,
  radioButtons,
  overflow,
  datepicker,
  timepicker,
  datetimepicker,
  ...staticSelects,
  ...externalSelects,
  ...peopleSelects,
  plainTextInput,
  emailTextInput,
  urlTextInput,
  numberInput,
  fileInput,
  richTextInput,
  image,
];

/** The elements that a block may hold on a surface. */
export function elementIn(holder: Holder, surface: Surface): z.ZodType {
  return byType(
    elementKinds.filter((kind) => kind.heldBy.includes(holder) && kind.surfaces.includes(surface)),
  );
}
