import type { z } from "zod";
import { type Form, type FormField, type FormValues, blockIdOf, shownFields } from "../../src/forms/form.ts";
import { ViewValues } from "../../src/forms/read.ts";
import { toggledOn } from "../../src/forms/inputs.ts";

/** A view's state as Slack sends it when a person has these values in a form, right or wrong. */
export function viewState(form: Form, values: FormValues): z.output<typeof ViewValues> {
  const state = Object.fromEntries(
    shownFields(form, values).map((field) => [
      blockIdOf(field, values),
      { [field.name]: elementState(field, values[field.name]) },
    ]),
  );
  return ViewValues.parse(state);
}

function elementState({ input }: FormField, value: unknown): object {
  const text = textOf(value);
  switch (input) {
    case "text":
      return { type: "plain_text_input", value: text };
    case "number":
      return { type: "number_input", value: text };
    case "select":
      return { type: "static_select", selected_option: text === null ? null : { value: text } };
    case "toggle":
      return { type: "checkboxes", selected_options: value === true ? [{ value: toggledOn }] : [] };
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
