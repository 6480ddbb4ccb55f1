import { z } from "zod";
import { confirm } from "../composition.ts";
import { elementObject, everywhere, type ElementKind } from "../surface.ts";
import { plainText } from "../text.ts";

const common = { confirm: confirm.optional(), focus_on_load: z.boolean().optional() };

// https://docs.slack.dev/reference/block-kit/block-elements/date-picker-element: placeholder of 150 characters
const placeholder = plainText(150).optional();

/** A calendar; its date is `YYYY-MM-DD`. */
export const datepicker: ElementKind = {
  type: "datepicker",
  heldBy: ["section", "actions", "input"],
  surfaces: everywhere,
  schema: elementObject("datepicker", { ...common, placeholder, initial_date: z.iso.date().optional() }),
};

/** A time of day, `HH:mm` on 24 hours. */
export const timepicker: ElementKind = {
  type: "timepicker",
  heldBy: ["section", "actions", "input"],
  surfaces: everywhere,
  schema: elementObject("timepicker", {
    ...common,
    placeholder,
    initial_time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .optional(),
    timezone: z.string().optional(),
  }),
};

/** A date with a time, in Unix seconds of exactly 10 digits; a section cannot hold it. */
export const datetimepicker: ElementKind = {
  type: "datetimepicker",
  heldBy: ["actions", "input"],
  surfaces: everywhere,
  schema: elementObject("datetimepicker", {
    ...common,
    // https://docs.slack.dev/reference/block-kit/block-elements/datetime-picker-element: 10 digits
    initial_date_time: z.int().min(1_000_000_000).max(9_999_999_999).optional(),
  }),
};
