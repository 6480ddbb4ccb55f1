import type { KnownBlock, ModalView } from "@slack/types";
import type { Role } from "../access/role.ts";
import type { Person } from "../access/effective-role.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Draft } from "./drafts.ts";

/** The input by field name: strings, numbers, booleans and lists of strings. Empty fields are absent. */
export type FormValues = Readonly<Record<string, unknown>>;

/** What was fetched for a form, by name. Each form has a schema for it. */
export type FormFacts = Readonly<Record<string, unknown>>;

/** Everything that a form is drawn from. */
export interface FormState {
  values: FormValues;
  facts: FormFacts;
}

/** The person who fills in a form, and where they opened it. */
export interface FormPerson {
  userId: string;
  /** As in `Asker`. */
  origin?: string | undefined;
  channelId?: string | undefined;
}

/** One option of a select. */
export interface Choice {
  value: string;
  text: string;
  /** Its meaning. Modals don't show it. */
  help?: string;
  /** The heading it stands under. If one choice of a select has one, all have. */
  group?: string;
}

/** One input of a form, as data. */
export interface FormField {
  /** For a request's field, its name in the specification. Also the input's action_id. */
  name: string;
  label: string;
  help?: string | ((state: FormState) => string);
  /** "many" is a select of several choices, which people may search. */
  input: "text" | "lines" | "number" | "select" | "many" | "toggle" | "person" | "channel";
  /** False if the form requires it. The specification requires nothing. */
  optional: boolean | ((state: FormState) => boolean);
  /** The first value. A toggle that is on at first has the value `false` when it is off. Others have none. */
  initial?: string | number | boolean;
  min?: number;
  max?: number;
  maxLength?: number;
  placeholder?: string;
  /** The kind of a page's text input. Modals have none. */
  format?: "url" | "password";
  /** The text beside a toggle's box. */
  toggleText?: string;
  /** For numbers with decimals. */
  decimal?: true;
  /** For selects with numbers. */
  numeric?: true;
  /** Sealed, and shown only to its person. */
  secret?: true;
  choices?: (state: FormState) => readonly Choice[];
  /** How to reach options that do not fit into Slack's select. */
  rest?: string;
  /** Shown instead of a select without options. */
  emptyText?: string | ((state: FormState) => string);
  /** The text of the option that clears a select. */
  noneText?: string | ((state: FormState) => string | undefined);
  /** When the field shows. Always if absent. */
  shows?: (state: FormState) => boolean;
  /** True for a select that remembers a choice that is not offered. It does not count until it is offered again. */
  keepsChoice?: true;
  /** What the options depend on. If it changes, Slack forgets a choice that is no longer offered. */
  follows?: (state: FormState) => string;
}

/** Fields under a heading. */
export interface FormSection {
  title?: string;
  /** Shown above its fields, if one of them shows. */
  intro?: (state: FormState) => KnownBlock[];
  fields: readonly FormField[];
}

/** One page of a form's modal. */
export interface FormStep {
  name: string;
  title: string;
  /** When the step shows. Always if absent. */
  shows?: (state: FormState) => boolean;
  /** For a step from which the form may be accepted at once. It has no heading and isn't counted. */
  finish?: (state: FormState) => Finish;
  /** Shown above the fields. */
  intro?: (state: FormState) => KnownBlock[];
  sections: readonly FormSection[];
  /** Shown below the fields, beside Back. */
  buttons?: (formId: string) => ActionButton[];
}

/** How a step ends the form. */
export interface Finish {
  /** The text of its button. */
  text: string;
  /** The step to show first, if there is something to see or to choose before. */
  first?: string;
}

/** What was fetched for a form. */
export interface Finding extends Partial<FormState> {
  /** Whether it still counts when it arrives. Always if absent. */
  counts?: (now: FormState) => boolean;
}

type ActionButton = Extract<KnownBlock, { type: "actions" }>["elements"][number];

/** A field's problem, as people read it. */
export interface FormProblem {
  field: string;
  message: string;
}

/** A field with a fixed value. */
export interface Fixed {
  value: unknown;
  /** The value and the reason, in mrkdwn. */
  because: string;
}

/** The outcome of a submission: the next view, problems, or closing the modal. */
export type Accepted = { view: ModalView } | { problems: FormProblem[] } | "close";

/** A modal form as data. The platform draws, saves and reads it, and shows errors on its fields. */
export interface Form<Context = WorkspaceContext> {
  /** The view's callback_id is `form:<name>`. */
  name: string;
  /** The role that it takes, checked again when it is submitted. */
  access: Role;
  title: string;
  /** The text of the last step's button. */
  submit: string | ((state: FormState) => string);
  steps: readonly [FormStep, ...FormStep[]];
  /** True to ask whether to continue an unfinished draft. */
  resumes?: true;
  /**
   * The values to open it with although there is an unfinished draft, which stays as it is. Undefined to ask first
   * whether to continue that one.
   */
  beside?(given: FormValues, left: Draft): FormValues | undefined;
  /** The first values of a new form, and its step if not the first. May only read Redis: a trigger lives 3 s. */
  begin?(given: FormValues, context: Context, opener: Person): Promise<FormState & { step?: string }>;
  /** Fields that the facts fix, so they are not asked. */
  fixed?(state: FormState): Readonly<Record<string, Fixed>>;
  /** All problems of the visible fields. Empty if it may be submitted. */
  problems(state: FormState): FormProblem[];
  /** Facts for a step, when it opens. May only read Redis. */
  prepare?(
    step: string,
    state: FormState,
    context: Context,
    person: FormPerson,
  ): Promise<Partial<FormState> | undefined>;
  /** Fetches slow facts after a choice, at a step, or at the opening (""). They are merged and the form is redrawn. */
  fetchFacts?(
    about: string,
    state: FormState,
    context: Context,
    person: FormPerson,
  ): Promise<Finding | undefined>;
  /** The same for facts that the form can do without, each on its own. It is redrawn only if its fields change. */
  fetchAside?(
    about: string,
    state: FormState,
    context: Context,
    person: FormPerson,
  ): readonly Promise<Finding | undefined>[];
  /** Identifies a submission's content, for forms that ask for agreement in their last step. */
  hash?(state: FormState): string;
  /** Accepts a valid submission durably. Must be quick. */
  accept(submitted: SubmittedForm, context: Context): Promise<Accepted>;
}

/** A form after its person clicked the submit button of its last step. */
export interface SubmittedForm extends Draft {
  viewId: string;
  userName: string;
}
