import type { ModalView } from "@slack/types";
import type { WorkspaceContext } from "../context.ts";
import type { OpenForm } from "../store/forms.ts";

/** What was typed, by field name: strings, numbers and booleans; a field left empty is absent. */
export type FormValues = Readonly<Record<string, unknown>>;

/** One entry of a select. */
export interface Choice {
  value: string;
  text: string;
}

/** One input of a form, as data. */
export interface FormField {
  /** The field's name in the specification; the input's action_id. */
  name: string;
  label: string;
  help?: string;
  input: "text" | "number" | "select" | "toggle";
  /** False where the form insists; the specification itself requires nothing. */
  optional: boolean;
  /** What stands there at first. */
  initial?: string | number | boolean;
  min?: number;
  max?: number;
  maxLength?: number;
  placeholder?: string;
  /** What a toggle says beside its box. */
  toggleText?: string;
  /** For selects: numbers are chosen by their text. */
  numeric?: true;
  choices?: (values: FormValues) => readonly Choice[];
  /** When the field shows; always without it. */
  shows?: (values: FormValues) => boolean;
  /** A change redraws the form, since other fields follow it. */
  redraws?: true;
  /** The field whose change makes this one forget its choice. */
  follows?: string;
}

/** Fields under a heading. */
export interface FormSection {
  title: string;
  fields: readonly FormField[];
}

/** What is wrong with a field, as the person reads it. */
export interface FormProblem {
  field: string;
  message: string;
}

/** A modal form as data: the machinery draws it, reads it, and puts errors on its fields. */
export interface Form {
  /** The view's callback_id is `form:<name>`. */
  name: string;
  title: string;
  submit: string;
  sections: readonly FormSection[];
  /** All that is wrong with the values; empty when they may be submitted. */
  problems(values: FormValues): FormProblem[];
  /** Accepts a valid submission durably and says what the modal shows meanwhile. No slow work. */
  accept(submitted: SubmittedForm, context: WorkspaceContext): Promise<ModalView>;
}

/** A form at the moment its person pressed the submit button. */
export interface SubmittedForm extends OpenForm {
  viewId: string;
  userName: string;
}

/** The fields that show for these values. */
export function shownFields(form: Form, values: FormValues): FormField[] {
  return form.sections.flatMap(({ fields }) => fields).filter(({ shows }) => shows?.(values) ?? true);
}

/** The block that holds a field; it changes with what the field follows, which makes Slack drop the old choice. */
export function blockIdOf({ name, follows }: FormField, values: FormValues): string {
  return follows === undefined ? name : `${name}.${textOf(values[follows])}`;
}

/** The values a form starts with: the fields' own, below what is given. */
export function startingValues(form: Form, given: FormValues): FormValues {
  const fields = form.sections.flatMap(({ fields }) => fields);
  const initial = fields.flatMap(({ name, initial }) => (initial === undefined ? [] : [[name, initial]]));
  return { ...Object.fromEntries(initial), ...given };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "none";
}
