import type { WorkspaceContext } from "../context.ts";
import type { Draft } from "./kept-drafts.ts";
import { type Remarks, drawForm, stepActionPrefix } from "./draw.ts";
import { changeDraft, findDraft, onLatest, saveDraft } from "./drafts.ts";
import type { FormEvent } from "./event.ts";
import type { Form, FormProblem, FormStep, FormValues } from "./form.ts";
import { closedView } from "./notice.ts";
import { effective, fieldsOf, isOffered, shownSteps, stepNamed, stepOf } from "./state.ts";
import { lookUpAfter, redraw, showStep } from "./page.ts";
import { readStep } from "./read.ts";

/** A change or a press in an open form. */
interface ChangeEvent extends FormEvent {
  actionId: string;
}

/** What a change led to: the draft as it is kept now, and what is drawn and looked up after it. */
interface Changed {
  draft: Draft;
  /** Absent where what is open asks the right things already. */
  remarks?: Remarks;
  about: string;
}

/** Something was typed, chosen or pressed in a form: keeps it, and draws the form anew where it now asks otherwise. */
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
  await lookUpAfter(form, about, draft, context);
}

async function keepChange(
  event: ChangeEvent,
  context: WorkspaceContext,
): Promise<Changed | "closed" | undefined> {
  const { form, actionId } = event;
  const before = await findDraft(form, draftKey(event), context);
  if (!before || before.submitted) return "closed";
  const draft = withTyped(event, before);
  if (actionId.startsWith(stepActionPrefix)) {
    return go(form, draft, actionId.slice(stepActionPrefix.length), context);
  }
  const isField = fieldsOf(stepNamed(form, draft, draft.step)).some(({ name }) => name === actionId);
  if (!isField) return undefined;
  if (isOvertaken(event, before)) return { draft: before, about: actionId };
  const warned = stillWrong(form, { before, after: draft, changed: actionId });
  const saved = await saveDraft(form, { ...draft, warned }, context);
  const asksOtherwise = shapeOf(form, saved) !== shapeOf(form, before);
  return { draft: saved, about: actionId, ...(asksOtherwise ? { remarks: {} } : {}) };
}

/** The person closed a form: what was typed in it is kept, and what it waits for is given up. */
export async function keepClosed(event: FormEvent, context: WorkspaceContext): Promise<void> {
  const { id: closedViewId, state } = event.view;
  // Without a state Slack says nothing of what was typed, and what is kept already is all there is.
  const isTold = Object.keys(state.values).length > 0;
  await changeDraft(event.form, draftKey(event), context, (draft) =>
    draft.submitted ? undefined : { ...(isTold ? withTyped(event, draft) : draft), closedViewId },
  );
}

/** Back without a question; onwards only past what is right. A button of another version may lead nowhere. */
async function go(
  form: Form,
  draft: Draft,
  step: string,
  context: WorkspaceContext,
): Promise<Changed | undefined> {
  const names = shownSteps(form, draft).map(({ name }) => name);
  if (!names.includes(step)) return undefined;
  const problems = names.indexOf(step) > names.indexOf(draft.step) ? problemsUpTo(form, draft, step) : [];
  const shown =
    problems.length > 0
      ? await showProblemStep(form, draft, problems, context)
      : await showStep(form, draft, step, context);
  const warned = { ...shown, warned: [...problems] };
  return { draft: await saveDraft(form, warned, context), remarks: {}, about: shown.step };
}

/** What is said below fields once one of them was changed: what was mended, there or elsewhere, is not said any more. */
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
    // What the cloud complained about is gone with the value that it was about.
    return field === changed || isOurs ? now.slice(0, 1) : [problem];
  });
}

/** What a form asks, without what is answered: which blocks, which choices. */
function shapeOf(form: Form, draft: Draft): string {
  return JSON.stringify(drawForm(form, draft).blocks, (key, value: unknown) =>
    key.startsWith("initial_") ? undefined : value,
  );
}

/**
 * A draft with what its view now says. A view of another step than the draft's says nothing that counts, nor does an
 * act that was overtaken by a later one.
 */
export function withTyped(event: FormEvent, draft: Draft): Draft {
  const { form, view, actedAt } = event;
  if (view.private_metadata.step !== draft.step || isOvertaken(event, draft)) {
    return { ...draft, viewId: view.id };
  }
  const step = stepNamed(form, draft, draft.step);
  const read = readStep(step, view.state.values);
  const values = { ...draft.values, ...read.values, ...keptChoices(form, step, draft, read.values) };
  return {
    ...draft,
    values,
    viewId: view.id,
    // Who only looked at a form left nothing to go on with.
    touched: draft.touched || JSON.stringify(values) !== JSON.stringify(draft.values),
    ...(actedAt === undefined ? {} : { typedAt: actedAt }),
  };
}

/** What was chosen in selects that do not offer it just now, and where nothing else is chosen. */
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

/** True where a later act is in the draft already, and with it all that was to be seen at this one. */
function isOvertaken({ actedAt }: FormEvent, { typedAt }: Draft): boolean {
  return Number(actedAt ?? Infinity) < Number(typedAt ?? 0);
}

/** By what the draft behind an event is found. */
export function draftKey({ view, userId }: FormEvent): { formId: string; userId: string } {
  return { formId: view.private_metadata.formId, userId };
}

/** What is wrong in a draft up to one of its steps: what a later step asks may still mend itself there. */
export function problemsUpTo(form: Form, draft: Draft, step: string): FormProblem[] {
  const names = shownSteps(form, draft).map(({ name }) => name);
  const asked = new Set(names.slice(0, names.indexOf(step) + 1));
  return form
    .problems(effective(form, draft))
    .filter(({ field }) => asked.has(stepOf(form, field)?.name ?? form.steps[0].name));
}

/** The draft at the step where the first of these problems can be mended; where it is, if one of them is there. */
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
