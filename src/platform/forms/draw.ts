import type { KnownBlock, ModalView } from "@slack/types";
import { actions, button } from "../blocks/button.ts";
import { escapeMrkdwn } from "../blocks/escape.ts";
import { modal } from "../blocks/view-blocks.ts";
import { context, header, section } from "../blocks/text.ts";
import { asSentences } from "../../lib/text.ts";
import type { Draft } from "./drafts.ts";
import type { FormTicket } from "./read.ts";
import type { Form, FormField, FormProblem, FormSection, FormState, FormStep } from "./form.ts";
import { inputBlock, isSelect } from "./inputs.ts";
import { buttonTexts, notFilledIn, nothingToChoose, stepNumber } from "./texts.ts";
import { effective, fixedIn, shownFields, shownSteps, stepNamed } from "./state.ts";

/** Texts in a form beside its fields. */
export interface Remarks {
  /** On top, in mrkdwn, for example why the last submission failed. */
  banner?: string;
  /** Below their fields, where Slack's own errors cannot be. On top for fields that are not here. */
  problems?: readonly FormProblem[];
}

/** The ids of the inputs and other blocks that a draft's modal shows. */
export function blockIdsOf(form: Form, draft: Draft): ReadonlySet<string> {
  return new Set(drawForm(form, draft).blocks.flatMap(({ block_id: id }) => id ?? []));
}

/** A draft's modal at its step. */
export function drawForm(
  form: Form,
  draft: Draft,
  { banner, problems = draft.warned ?? [] }: Remarks = {},
): ModalView {
  const step = stepNamed(form, draft, draft.step);
  const counted = effective(form, draft);
  const held = { ...counted, values: { ...draft.values, ...counted.values } };
  const steps = shownSteps(form, draft);
  const counting = steps.filter(({ finish }) => !finish);
  const position = counting.indexOf(step);
  const finish = step.finish?.(counted);
  const shown = new Set(shownFields(form, draft, step).map(({ name }) => name));
  const unplaced = problems.filter(({ field }) => !shown.has(field));
  const ticket: FormTicket = {
    formId: draft.formId,
    attempt: draft.attempt,
    step: step.name,
    // Only the last step shows all that is agreed to.
    ...(form.hash && !finish ? { hash: form.hash(counted) } : {}),
  };
  return modal({
    callbackId: callbackIdOf(form),
    title: form.title,
    submit: finish?.text ?? (step === steps.at(-1) ? submitText(form, counted) : buttonTexts.next),
    close: buttonTexts.cancel,
    notifyOnClose: true,
    privateMetadata: JSON.stringify(ticket),
    blocks: [
      ...(draft.leftOut?.length ? [section(notFilledIn(draft.leftOut))] : []),
      ...(banner === undefined ? [] : [section(`:warning: ${banner}`)]),
      ...unplaced.map(({ message }) => section(`:warning: ${escapeMrkdwn(message)}`)),
      ...(steps.length === 1 || finish
        ? []
        : [header(step.title), context(stepNumber(position + 1, counting.length))]),
      ...(step.intro?.(counted) ?? []),
      ...step.sections.flatMap(({ fields, ...section }) =>
        sectionBlocks(
          { ...section, fields: fields.filter(({ name }) => shown.has(name)) },
          { form, draft, counted, held, problems },
        ),
      ),
      ...buttonRow(step, steps[steps.indexOf(step) - 1], draft.formId),
    ],
  });
}

function submitText({ submit }: Form, counted: FormState): string {
  return typeof submit === "function" ? submit(counted) : submit;
}

interface Drawing {
  form: Form;
  draft: Draft;
  counted: FormState;
  /** The same, with the values of hidden fields. */
  held: FormState;
  problems: readonly FormProblem[];
}

function sectionBlocks({ title, intro, fields }: FormSection, drawing: Drawing): KnownBlock[] {
  if (fields.length === 0) return [];
  return [
    ...(title === undefined ? [] : [header(title)]),
    ...(intro?.(drawing.counted) ?? []),
    ...fields.flatMap((field) => [fieldBlock(field, drawing), ...problemLine(field, drawing)]),
  ];
}

/** A field with its value, or the text that replaces it. A hidden choice stays in its input. */
function fieldBlock(field: FormField, { form, draft, counted, held }: Drawing): KnownBlock {
  const fixed = fixedIn(form, draft)[field.name];
  const instead = fixed?.because ?? emptySelect(field, counted);
  if (instead !== undefined) return section(`*${escapeMrkdwn(field.label)}*\n${instead}`);
  return inputBlock(field, held, draft.filling);
}

/** Slack refuses a select without options. */
function emptySelect({ input, choices, emptyText }: FormField, counted: FormState): string | undefined {
  if (!isSelect({ input }) || choices?.(counted).length !== 0) return undefined;
  return (typeof emptyText === "function" ? emptyText(counted) : emptyText) ?? nothingToChoose;
}

function problemLine({ name }: FormField, { problems }: Drawing): KnownBlock[] {
  return problems
    .filter(({ field }) => field === name)
    .map(({ message }) => context(`:warning: ${escapeMrkdwn(message)}`));
}

/** The prefix of the action_id of a button to another step. The step's name follows. */
export const stepActionPrefix = "form-step:";

/** A button to another step of the form. */
export function stepButton(text: string, step: string) {
  return button({ text, actionId: `${stepActionPrefix}${step}` });
}

function buttonRow(step: FormStep, before: FormStep | undefined, formId: string): KnownBlock[] {
  const back = before ? [stepButton(buttonTexts.back, before.name)] : [];
  const buttons = [...back, ...(step.buttons?.(formId) ?? [])];
  // A fixed id, so a click counts even if the form is redrawn at that moment.
  return buttons.length === 0 ? [] : [{ ...actions(buttons), block_id: "buttons" }];
}

/** The callback_id of a form's views. */
export function callbackIdOf({ name }: Pick<Form, "name">): string {
  return `form:${name}`;
}

/** The problems by block, as Slack expects them. */
export function errorsByBlock(
  blockIdByField: ReadonlyMap<string, string>,
  problems: readonly FormProblem[],
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { field, message } of problems) {
    const blockId = blockIdByField.get(field);
    if (blockId === undefined) continue;
    const before = errors[blockId];
    errors[blockId] = before === undefined ? message : asSentences([before, message]);
  }
  return errors;
}
