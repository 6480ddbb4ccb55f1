import { isDeepStrictEqual } from "node:util";
import type { ModalView } from "@slack/types";
import { type AppError, isAppError } from "../../lib/errors.ts";
import { explain } from "../blocks/explain.ts";
import { modal } from "../blocks/view-blocks.ts";
import { section } from "../blocks/text.ts";
import type { WorkspaceContext } from "../context.ts";
import { type Remarks, drawForm, stepActionPrefix } from "./draw.ts";
import type { Draft } from "./drafts.ts";
import { changeDraft, findDraft, onLatest, saveDraft } from "./save.ts";
import type { Form, FormField, FormProblem, FormStep, FormValues } from "./form.ts";
import { closedView } from "./notice.ts";
import { fetchAfter, redraw, showStep } from "./page.ts";
import { type FormEvent, drawnState, readStep } from "./read.ts";
import { buttonTexts } from "./texts.ts";
import { effective, fieldsOf, isOffered, shownFields, shownSteps, stepNamed, stepOf } from "./state.ts";

/** A change or a click in an open form. */
interface ChangeEvent extends FormEvent {
  actionId: string;
}

/** The outcome of a change: the saved draft, and what to draw and fetch after it. */
interface Changed {
  draft: Draft;
  /** Absent if the open view shows the right fields already. */
  remarks?: Remarks;
  about: string;
}

/** A person typed, chose or clicked in a form: saves it, and redraws the form if it now has other fields. */
export async function changeForm(event: ChangeEvent, context: WorkspaceContext): Promise<void> {
  const { form, view } = event;
  const changed = await onLatest(() => keepChange(event, context));
  if (changed === "closed") {
    const draft = await findDraft(form, draftKey(event), context);
    return void (await context.messenger.updateModal(view.id, closedView(draft)));
  }
  if (!changed) return;
  const { draft, remarks, about } = changed;
  if (remarks) await redraw(form, draft, context, remarks);
  await fetchAfter(form, about, draft, context);
}

async function keepChange(
  event: ChangeEvent,
  context: WorkspaceContext,
): Promise<Changed | "closed" | undefined> {
  const { form, actionId } = event;
  const before = await findDraft(form, draftKey(event), context);
  if (!before || before.submitted) return "closed";
  const draft = withTyped(event, before, actionId);
  if (actionId.startsWith(stepActionPrefix)) {
    return go(form, draft, actionId.slice(stepActionPrefix.length), context);
  }
  const isField = fieldsOf(stepNamed(form, draft, draft.step)).some(({ name }) => name === actionId);
  if (!isField) return undefined;
  if (isOvertaken(event, before)) return { draft: before, about: actionId };
  const warned = stillWrong(form, { before, after: draft, changed: actionId });
  // A late fact may have replaced the input while its person chose. A new one shows what they chose.
  const isReplaced = !isDrawn(event, actionId, draft);
  const filling = draft.filling + (isReplaced ? 1 : 0);
  const saved = await saveDraft(form, { ...draft, warned, filling }, context);
  const asksOtherwise = isReplaced || shapeOf(form, saved) !== shapeOf(form, before);
  return { draft: saved, about: actionId, ...(asksOtherwise ? { remarks: {} } : {}) };
}

/** The person closed a form: saves its input, and stops its reads. */
export async function keepClosed(event: FormEvent, context: WorkspaceContext): Promise<void> {
  const { id: closedViewId, state } = event.view;
  // Without a state Slack sends no input, and the draft has all there is.
  const hasInput = Object.keys(state.values).length > 0;
  await changeDraft(event.form, draftKey(event), context, (draft) =>
    draft.submitted ? undefined : { ...(hasInput ? withTyped(event, draft) : draft), closedViewId },
  );
}

/** Back at any time. Forward only without problems. A button of another version may lead nowhere. */
async function go(
  form: Form,
  draft: Draft,
  step: string,
  context: WorkspaceContext,
): Promise<Changed | undefined> {
  const names = shownSteps(form, draft).map(({ name }) => name);
  if (!names.includes(step)) return undefined;
  const isForward = names.indexOf(step) > names.indexOf(draft.step);
  // The short way has asked for nothing yet.
  const isChecked = isForward && stepNamed(form, draft, draft.step).finish === undefined;
  const problems = isChecked ? problemsUpTo(form, draft, step) : [];
  const shown =
    problems.length > 0
      ? await showProblemStep(form, draft, problems, context)
      : await showStep(form, draft, step, context);
  const warned = { ...shown, warned: [...problems] };
  return { draft: await saveDraft(form, warned, context), remarks: {}, about: shown.step };
}

/** The problems still shown after a field was changed. Mended ones go, wherever they are. */
function stillWrong(
  form: Form,
  { before, after, changed }: { before: Draft; after: Draft; changed: string },
): FormProblem[] {
  const warned = before.warned ?? [];
  if (warned.length === 0) return [];
  const was = form.problems(effective(form, before));
  const is = form.problems(effective(form, after));
  return warned.flatMap((problem) => {
    const { field } = problem;
    const now = is.filter((each) => each.field === field);
    const isOurs = was.some((each) => each.field === field);
    // The cloud's complaint was about the old value.
    return field === changed || isOurs ? now.slice(0, 1) : [problem];
  });
}

/** A form's fields, choices and button, without its values. */
function shapeOf(form: Form, draft: Draft): string {
  const { blocks, submit } = drawForm(form, draft);
  return JSON.stringify([submit, blocks], (key, value: unknown) =>
    key.startsWith("initial_") ? undefined : value,
  );
}

/** False if the block of a changed field was replaced by another one since its view was drawn. */
function isDrawn({ form, view }: FormEvent, field: string, draft: Draft): boolean {
  const step = stepNamed(form, draft, draft.step);
  const blockId = readStep(step, view.state.values).blockIdByField.get(field);
  const drawn = drawForm(form, draft).blocks.some((block) => block.block_id === blockId);
  return blockId === undefined || drawn || !shownFields(form, draft, step).some(({ name }) => name === field);
}

/**
 * The fields of a step that their person has left as the view drew them. What a view shows of them may be older than the
 * draft: a choice in the view before, or a fact that came since.
 */
function untouchedIn({ form, view }: FormEvent, draft: Draft): FormField[] {
  const step = stepNamed(form, draft, draft.step);
  const drawn = drawnState(view.blocks);
  const { values, blockIdByField } = readStep(step, view.state.values);
  const asDrawn = readStep(step, drawn).values;
  return fieldsOf(step).filter(({ name }) => {
    const blockId = blockIdByField.get(name);
    if (blockId === undefined || drawn[blockId] === undefined) return false;
    return draft.givenIn?.[name] !== blockId && isDeepStrictEqual(values[name], asDrawn[name]);
  });
}

/** The untouched fields that have another value already, so their person has not seen it. */
export function unseenValues(event: FormEvent, draft: Draft): FormField[] {
  const { form, view } = event;
  const step = stepNamed(form, draft, draft.step);
  const { values } = readStep(step, view.state.values);
  const now = readStep(step, drawnState(drawForm(form, draft).blocks)).values;
  return untouchedIn(event, draft).filter(
    ({ name }) => name in now && !isDeepStrictEqual(now[name], values[name]),
  );
}

/**
 * A draft with its view's input. Ignores a view of another step, and an action older than the draft. What its person
 * left untouched stays as the draft has it, except for the field of the action.
 */
export function withTyped(event: FormEvent, draft: Draft, acted?: string): Draft {
  const { form, view, actedAt } = event;
  if (view.private_metadata.step !== draft.step || isOvertaken(event, draft)) {
    return { ...draft, viewId: view.id };
  }
  const step = stepNamed(form, draft, draft.step);
  const read = readStep(step, view.state.values);
  const untouched = new Set(untouchedIn(event, draft).map(({ name }) => name));
  const given = Object.entries(read.values).filter(([name]) => name === acted || !untouched.has(name));
  const typed = Object.fromEntries(given);
  const values = { ...draft.values, ...typed, ...keptChoices(form, step, draft, typed) };
  const blocks = given.flatMap(([name]) => {
    const blockId = read.blockIdByField.get(name);
    return blockId === undefined ? [] : [[name, blockId] as const];
  });
  return {
    ...draft,
    values,
    givenIn: { ...draft.givenIn, ...Object.fromEntries(blocks) },
    viewId: view.id,
    // A form that was only opened needs no draft.
    touched: draft.touched || JSON.stringify(values) !== JSON.stringify(draft.values),
    ...(actedAt === undefined ? {} : { typedAt: actedAt }),
  };
}

/** The hidden choices of selects that have no other choice. */
function keptChoices(form: Form, step: FormStep, draft: Draft, read: FormValues): FormValues {
  const counted = effective(form, draft);
  const kept = fieldsOf(step).filter(
    (field) =>
      field.name in read &&
      read[field.name] === undefined &&
      !isOffered(field, draft.values[field.name], counted),
  );
  return Object.fromEntries(kept.map(({ name }) => [name, draft.values[name]]));
}

/** True if the draft has a later action, which includes this one's input. */
function isOvertaken({ actedAt }: FormEvent, { typedAt }: Draft): boolean {
  return Number(actedAt ?? Infinity) < Number(typedAt ?? 0);
}

/** The key of an event's draft. */
export function draftKey({ view, userId }: FormEvent): { formId: string; userId: string } {
  return { formId: view.private_metadata.formId, userId };
}

/** The problems in a draft up to a step. Later steps may still mend the rest. */
export function problemsUpTo(form: Form, draft: Draft, step: string): FormProblem[] {
  const names = shownSteps(form, draft).map(({ name }) => name);
  const asked = new Set(names.slice(0, names.indexOf(step) + 1));
  return form
    .problems(effective(form, draft))
    .filter(({ field }) => asked.has(stepOf(form, field)?.name ?? form.steps[0].name));
}

/** The draft at the step with the first problem. Unchanged if it has one of them. */
export async function showProblemStep(
  form: Form,
  draft: Draft,
  problems: readonly FormProblem[],
  context: WorkspaceContext,
): Promise<Draft> {
  const here = new Set(fieldsOf(stepNamed(form, draft, draft.step)).map(({ name }) => name));
  const [first] = problems;
  if (!first || problems.some(({ field }) => here.has(field))) return draft;
  return showStep(form, draft, stepOf(form, first.field)?.name ?? draft.step, context);
}

/** Says in the form that a change failed. The input stays. */
export async function showFailure(
  event: FormEvent,
  failure: AppError,
  context: WorkspaceContext,
): Promise<void> {
  const banner = explain(failure);
  const draft = await reachable(() => findDraft(event.form, draftKey(event), context));
  if (draft === "away") {
    // With the hash, because something newer may have been drawn.
    return void (await context.messenger.updateModal(event.view.id, asItWas(event, banner), event.view.hash));
  }
  // If the form was closed, another view may be there, and must not be replaced.
  if (!draft || draft.submitted) return;
  await redraw(event.form, withTyped(event, draft), context, { banner });
}

async function reachable(find: () => Promise<Draft | undefined>): Promise<Draft | undefined | "away"> {
  try {
    return await find();
  } catch (error) {
    if (isAppError(error, "upstream")) return "away";
    throw error;
  }
}

const bannerBlockId = "trouble";

/** The same view with a banner on top. If Redis is away, this is all we know of the form. */
function asItWas({ view }: FormEvent, banner: string): ModalView {
  const { callback_id: callbackId, private_metadata: ticket, title, submit, close, blocks } = view;
  return modal({
    callbackId,
    title: title?.text ?? "",
    submit: submit?.text,
    close: close?.text ?? buttonTexts.cancel,
    notifyOnClose: true,
    privateMetadata: JSON.stringify(ticket),
    blocks: [
      { ...section(`:warning: ${banner}`), block_id: bannerBlockId },
      ...blocks.filter(({ block_id }) => block_id !== bannerBlockId),
    ],
  });
}
