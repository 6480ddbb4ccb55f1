import type { FormState, Settled } from "../../../platform/forms/form.ts";
import { mostSeries, removeField, seriesField, seriesFieldNames, seriesIndexIn } from "./in-form.ts";

/** What stands in the fields of the series that do not show at the moment: it counts too, or it would be lost unsaid. */
export function otherSeries({ values }: Pick<FormState, "values">): Record<string, Settled> {
  const shown = seriesIndexIn({ values });
  const others = Array.from({ length: mostSeries }, (_, index) => index).filter((index) => index !== shown);
  const fields = others.flatMap((index) => [
    ...seriesFieldNames.map((field) => seriesField(field, index)),
    removeField(index),
  ]);
  // What does not show needs no words.
  return Object.fromEntries(fields.map((field) => [field, { value: values[field], because: "" }]));
}
