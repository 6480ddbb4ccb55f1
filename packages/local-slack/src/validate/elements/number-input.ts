import { z } from "zod";
import { elementObject, type ElementKind } from "../surface.ts";
import { typed } from "./text-input.ts";

/** Numbers go over the wire as strings. */
const numeral = z.string().regex(/^-?\d+(\.\d+)?$/);

const fields = elementObject("number_input", {
  ...typed,
  is_decimal_allowed: z.boolean(),
  initial_value: numeral.optional(),
  min_value: numeral.optional(),
  max_value: numeral.optional(),
});

/** A number, in modals only. It must say whether decimals are allowed. */
export const numberInput: ElementKind = {
  type: "number_input",
  heldBy: ["input"],
  surfaces: ["modal"],
  schema: fields.superRefine(isWhole).superRefine(isInRange),
};

function isWhole(input: z.output<typeof fields>, context: z.RefinementCtx): void {
  if (input.is_decimal_allowed) return;
  for (const field of ["initial_value", "min_value", "max_value"] as const) {
    if (input[field]?.includes("."))
      context.addIssue({ code: "custom", path: [field], message: "must be an integer" });
  }
}

function isInRange(input: z.output<typeof fields>, context: z.RefinementCtx): void {
  const min = Number(input.min_value ?? Number.NEGATIVE_INFINITY);
  const max = Number(input.max_value ?? Number.POSITIVE_INFINITY);
  const initial = Number(input.initial_value ?? input.min_value ?? input.max_value);
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (min > max) refuse("min_value", "must be less than `max_value`");
  else if (initial < min) refuse("initial_value", "must be greater than `min_value`");
  else if (initial > max) refuse("initial_value", "must be less than `max_value`");
}
