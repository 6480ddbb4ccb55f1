import type { KnownBlock, ModalView } from "@slack/types";
import type { Role } from "../access/role.ts";
import type { Person } from "../access/effective-role.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Draft } from "./kept-drafts.ts";

/** What was typed, by field name: strings, numbers and booleans; a field left empty is absent. */
export type FormValues = Readonly<Record<string, unknown>>;

/** What was looked up for a form, by name; each form has a schema of its own for it. */
export type FormFacts = Readonly<Record<string, unknown>>;

/** All that a form is drawn from. */
export interface FormState {
  values: FormValues;
  facts: FormFacts;
}

/** Who fills a form in, and where they opened it. */
export interface FormPerson {
  userId: string;
  channelId?: string | undefined;
}

/** One entry of a select. */
export interface Choice {
  value: string;
  text: string;
  /** What it means; modals do not show it. */
  help?: string;
}

/** One input of a form, as data. */
export interface FormField {
  /** For a field of the request its name in the specification; the input's action_id. */
  name: string;
  label: string;
  help?: string | ((state: FormState) => string);
  input: "text" | "lines" | "number" | "select" | "toggle";
  /** False where the form insists; the specification itself requires nothing. */
  optional: boolean | ((state: FormState) => boolean);
  /** What stands there at first. A toggle that is on at first says `false` when it is off; others say nothing. */
  initial?: string | number | boolean;
  min?: number;
  max?: number;
  maxLength?: number;
  placeholder?: string;
  /** What a page's text input is for; modals have no such inputs. */
  format?: "url" | "password";
  /** What a toggle says beside its box. */
  toggleText?: string;
  /** For numbers that need not be whole. */
  decimal?: true;
  /** For selects: numbers are chosen by their text. */
  numeric?: true;
  /** Kept sealed, and told to nobody but its person. */
  secret?: true;
  choices?: (state: FormState) => readonly Choice[];
  /** How to get at what is not in a select because Slack shows no more of it. */
  rest?: string;
  /** What stands in a select's place while there is nothing to choose. */
  emptyText?: string | ((state: FormState) => string);
  /** How the entry of a select is called that takes a choice back. */
  noneText?: string | ((state: FormState) => string | undefined);
  /** When the field shows; always without it. */
  shows?: (state: FormState) => boolean;
  /** True for a select that keeps what was chosen while it is not offered: it does not count then, and comes back. */
  keepsChoice?: true;
  /** What its choices depend on: a change of it makes Slack forget a choice that is no longer there. */
  follows?: (state: FormState) => string;
}

/** Fields under a heading. */
export interface FormSection {
  title?: string;
  /** What stands above its fields, where one of them shows. */
  intro?: (state: FormState) => KnownBlock[];
  fields: readonly FormField[];
}

/** One page of a form's modal. */
export interface FormStep {
  name: string;
  title: string;
  /** When the step is walked through; always without it. */
  shows?: (state: FormState) => boolean;
  /** What stands above the fields. */
  intro?: (state: FormState) => KnownBlock[];
  sections: readonly FormSection[];
  /** What stands below the fields, beside the way back. */
  buttons?: (formId: string) => ActionButton[];
}

/** What was looked up for a form. */
export interface Finding extends Partial<FormState> {
  /** Whether it still counts by the time it is there, since people go on meanwhile; always without it. */
  counts?: (now: FormState) => boolean;
}

type ActionButton = Extract<KnownBlock, { type: "actions" }>["elements"][number];

/** What is wrong with a field, as the person reads it. */
export interface FormProblem {
  field: string;
  message: string;
}

/** A field that circumstances settle. */
export interface Fixed {
  value: unknown;
  /** Its value and why, in mrkdwn. */
  because: string;
}

/** What a submission led to: the view that comes next, something to mend, or that the modal closes. */
export type Accepted = { view: ModalView } | { problems: FormProblem[] } | "close";

/** A modal form as data: the machinery draws it, keeps it, reads it, and puts errors on its fields. */
export interface Form<Context = WorkspaceContext> {
  /** The view's callback_id is `form:<name>`. */
  name: string;
  /** Who may fill it in; asked again when it is submitted. */
  access: Role;
  title: string;
  /** What the last step's button says. */
  submit: string | ((state: FormState) => string);
  steps: readonly [FormStep, ...FormStep[]];
  /** True where a person is asked whether to go on with what they left. */
  resumes?: true;
  /**
   * What it is opened with although its person left another one unfinished, which then stays as it is; undefined where they
   * are asked first whether to go on with that one.
   */
  beside?(given: FormValues, left: Draft): FormValues | undefined;
  /** What a new form starts with, from what its opener gave; reads Redis at most, since a trigger lives 3 s. */
  begin?(given: FormValues, context: Context, opener: Person): Promise<FormState>;
  /** Fields that are not asked, since the facts settle them. */
  fixed?(state: FormState): Readonly<Record<string, Fixed>>;
  /** All that is wrong with what shows; empty when it may be submitted. */
  problems(state: FormState): FormProblem[];
  /** What is known at once when a step is entered: reads Redis at most. */
  prepare?(
    step: string,
    state: FormState,
    context: Context,
    person: FormPerson,
  ): Promise<Partial<FormState> | undefined>;
  /** What takes longer, after a choice was made, a step entered or the form opened (""): merged, and drawn anew. */
  lookUp?(
    about: string,
    state: FormState,
    context: Context,
    person: FormPerson,
  ): Promise<Finding | undefined>;
  /** The same for what nobody waits for: it is drawn only when the form then asks otherwise. */
  lookUpAside?(about: string, state: FormState, context: Context): Promise<Finding | undefined>;
  /** Tells one submission's content from another's, where a last look is what was agreed to. */
  hash?(state: FormState): string;
  /** Accepts a valid submission durably. No slow work. */
  accept(submitted: SubmittedForm, context: Context): Promise<Accepted>;
}

/** A form at the moment its person pressed the submit button of its last step. */
export interface SubmittedForm extends Draft {
  viewId: string;
  userName: string;
}
