import { html } from "hono/html";
import type { Choice, FormField, FormProblem, FormSection, FormState, FormValues } from "../forms/form.ts";
import { fieldsOf, textIn } from "../forms/state.ts";
import type { Markup } from "./page.ts";

/**
 * A form's sections as HTML that works without scripts: texts and selects. A field that depends on a choice has the
 * class `only-<choice>`, which the page's style hides while another choice is selected. A page never contains a
 * secret.
 */
export function formMarkup(
  sections: readonly FormSection[],
  state: FormState,
  problems: readonly FormProblem[],
): Markup {
  const fields = fieldsOf({ sections });
  const selects = fields.filter(({ input }) => input === "select");
  const states = statesByChoice(selects, state);
  const firstWrong = fields.find(({ name }) => problems.some(({ field }) => field === name));
  const drawing: Drawing = { state, states, selects, problems, focus: firstWrong?.name };
  return html`${sections.map(
    ({ title, fields }) =>
      html`<fieldset>
        <legend>${title ?? fields[0]?.label}</legend>
        ${fields.map((field) => (field.input === "select" ? radios(field, state) : line(field, drawing)))}
      </fieldset>`,
  )}`;
}

interface Drawing {
  state: FormState;
  /** All combinations of choices. */
  states: readonly FormState[];
  selects: readonly FormField[];
  problems: readonly FormProblem[];
  /** The field with the focus. */
  focus: string | undefined;
}

function statesByChoice(selects: readonly FormField[], state: FormState): FormState[] {
  let states = [state];
  for (const { name, choices } of selects) {
    states = states.flatMap((each) =>
      (choices?.(each) ?? []).map(({ value }) => ({ ...each, values: { ...each.values, [name]: value } })),
    );
  }
  return states;
}

/** A text field with its help and problem, which screen readers read with it. Nothing if the field never shows. */
function line(field: FormField, { state, states, selects, problems, focus }: Drawing): Markup | "" {
  const { name, label, help, format = "text", secret } = field;
  const showing = states.filter((each) => field.shows?.(each) ?? true);
  if (showing.length === 0) return "";
  const only = selects.flatMap((select) =>
    (select.choices?.(state) ?? []).filter(({ value }) =>
      showing.every(({ values }) => values[select.name] === value),
    ),
  );
  const problem = problems.find((one) => one.field === name)?.message;
  return html`<div class="${["field", ...only.map(({ value }) => `only-${value}`)].join(" ")}">
    <label for="${name}">${label}</label>
    <span class="help" id="${name}-help">${typeof help === "function" ? help(state) : help}</span>
    <input
      id="${name}"
      name="${name}"
      type="${format}"
      value="${secret ? "" : textIn(state.values, name)}"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      aria-describedby="${problem === undefined ? "" : `${name}-error `}${name}-help"
      ${problem === undefined ? "" : html`aria-invalid="true"`}
      ${name === focus ? html`autofocus` : ""}
    />
    ${problem === undefined ? "" : html`<span class="error" id="${name}-error">${problem}</span>`}
  </div>`;
}

/** A select's choices, each with its description. */
function radios({ name, choices }: FormField, state: FormState): Markup[] {
  return (choices?.(state) ?? []).map(
    ({ value, text, help }: Choice) =>
      html`<label class="choice">
        <input
          type="radio"
          name="${name}"
          value="${value}"
          ${value === state.values[name] ? html`checked` : ""}
        />
        <span><b>${text}</b><span class="help">${help}</span></span>
      </label>`,
  );
}

/** Reads what a browser sent: trimmed texts, and only offered choices. */
export function sentValues(fields: readonly FormField[], sent: FormValues): FormValues {
  const values = fields.map(({ name, input, choices, initial }) => {
    const text = textIn(sent, name);
    const isOffered = choices?.({ values: sent, facts: {} }).some(({ value }) => value === text);
    return [name, input === "select" && !isOffered ? initial : text];
  });
  return Object.fromEntries(values);
}
