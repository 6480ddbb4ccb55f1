import type { z } from "zod";
import type { Form, FormField } from "../../src/platform/forms/form.ts";
import { blockIdOf, nothingChosen, toggledOn } from "../../src/platform/forms/inputs.ts";
import { ViewValues } from "../../src/platform/forms/read.ts";
import { effective, shownFields, stepNamed } from "../../src/platform/forms/state.ts";
import type { Draft } from "../../src/platform/forms/drafts.ts";

/** A new draft of a form, without loaded facts. */
export function draftOf(form: Form, parts: Partial<Draft> = {}): Draft {
  return {
    formId: "f",
    form: form.name,
    userId: "U1",
    attempt: 1,
    step: form.steps[0].name,
    values: {},
    facts: {},
    filling: 0,
    submitted: false,
    touched: true,
    savedAt: "2026-11-20T10:00:00.000Z",
    ...parts,
  };
}

/** A view's state as Slack sends it, with a draft's values in its step, valid or not. */
export function viewState(form: Form, draft: Draft): z.output<typeof ViewValues> {
  const step = stepNamed(form, draft, draft.step);
  const fixed = form.fixed?.(draft) ?? {};
  const state = Object.fromEntries(
    shownFields(form, draft, step)
      .filter(({ name }) => !(name in fixed))
      .map((field) => [
        blockIdOf(field, effective(form, draft), draft.filling),
        { [field.name]: elementState(field, draft.values[field.name]) },
      ]),
  );
  return ViewValues.parse(state);
}

function elementState({ input, noneText }: FormField, value: unknown): object {
  const text = textOf(value);
  switch (input) {
    case "text":
    case "lines":
      return { type: "plain_text_input", value: text };
    case "number":
      return { type: "number_input", value: text };
    case "select": {
      const chosen = text ?? (noneText === undefined ? null : nothingChosen);
      return { type: "static_select", selected_option: chosen === null ? null : { value: chosen } };
    }
    case "many": {
      const chosen = Array.isArray(value) ? value.map((each) => ({ value: String(each) })) : [];
      return { type: "multi_static_select", selected_options: chosen };
    }
    case "person":
      return { type: "users_select", selected_user: text };
    case "channel":
      return { type: "conversations_select", selected_conversation: text };
    case "toggle":
      return { type: "checkboxes", selected_options: value === true ? [{ value: toggledOn }] : [] };
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
