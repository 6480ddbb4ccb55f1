import { explain } from "../blocks/explain.ts";
import type { WorkspaceContext } from "../context.ts";
import { type AppError, isAppError } from "../errors.ts";
import type { Draft } from "../store/drafts.ts";
import { problemsUpTo, turnToProblem } from "./check.ts";
import { drawForm, stepActionPrefix } from "./draw.ts";
import { findDraft, saveDraft } from "./drafts.ts";
import type { FormEvent } from "./event.ts";
import type { Form } from "./form.ts";
import { readStep } from "./read.ts";
import { fieldsOf, shownSteps, stepNamed } from "./state.ts";
import { lookUpAfter, redraw, turnTo } from "./turn.ts";

/** Something was typed, chosen or pressed in a form: keeps it, and draws the form anew where it now asks otherwise. */
export async function changeForm(
  event: FormEvent & { actionId: string },
  context: WorkspaceContext,
): Promise<void> {
  const { form, actionId } = event;
  const before = await findDraft(form, draftKey(event), context);
  if (!before) return;
  const draft = withTyped(event, before);
  if (actionId.startsWith(stepActionPrefix)) {
    return go(form, draft, actionId.slice(stepActionPrefix.length), context);
  }
  const isField = fieldsOf(stepNamed(form, draft, draft.step)).some(({ name }) => name === actionId);
  if (!isField) return;
  const saved = await saveDraft(form, draft, context);
  if (shapeOf(form, saved) !== shapeOf(form, before)) await redraw(form, saved, context);
  await lookUpAfter(form, actionId, saved, context);
}

/** The person closed a form: what was typed in it is kept. */
export async function keepClosed(event: FormEvent, context: WorkspaceContext): Promise<void> {
  const draft = await findDraft(event.form, draftKey(event), context);
  // Without a state Slack says nothing of what was typed, and what is kept already is all there is.
  if (draft && Object.keys(event.view.state.values).length > 0) {
    await saveDraft(event.form, withTyped(event, draft), context);
  }
}

/** Tells the person in the form itself that a change could not be followed; what was typed stays. */
export async function tellInForm(
  event: FormEvent,
  failure: AppError,
  context: WorkspaceContext,
): Promise<void> {
  const draft = withTyped(event, (await keptOrNot(event, context)) ?? draftInView(event, context));
  await redraw(event.form, draft, context, { banner: explain(failure) });
}

/** Where our storage cannot be reached, the view itself says enough to be drawn again. */
async function keptOrNot(event: FormEvent, context: WorkspaceContext): Promise<Draft | undefined> {
  try {
    return await findDraft(event.form, draftKey(event), context);
  } catch (error) {
    if (isAppError(error, "upstream")) return undefined;
    throw error;
  }
}

function draftInView({ form, view, userId }: FormEvent, { now }: WorkspaceContext): Draft {
  const savedAt = now().toISOString();
  const nothingKnown = { values: {}, facts: {}, filling: 0, submitted: false, touched: true, savedAt };
  return { ...view.private_metadata, form: form.name, userId, ...nothingKnown };
}

/** A draft with what its view now says; a view of another step than the draft's says nothing that counts. */
export function withTyped({ form, view }: FormEvent, draft: Draft): Draft {
  if (view.private_metadata.step !== draft.step) return { ...draft, viewId: view.id };
  const read = readStep(stepNamed(form, draft, draft.step), view.state.values);
  const values = { ...draft.values, ...read.values };
  // Who only looked at a form left nothing to go on with.
  const touched = draft.touched || JSON.stringify(values) !== JSON.stringify(draft.values);
  return { ...draft, values, viewId: view.id, touched };
}

function draftKey({ view, userId }: FormEvent): { formId: string; userId: string } {
  return { formId: view.private_metadata.formId, userId };
}

/** Back without a question; onwards only past what is right. */
async function go(form: Form, draft: Draft, step: string, context: WorkspaceContext): Promise<void> {
  const names = shownSteps(form, draft).map(({ name }) => name);
  const problems = names.indexOf(step) > names.indexOf(draft.step) ? problemsUpTo(form, draft, step) : [];
  if (problems.length > 0) {
    const mending = await saveDraft(form, await turnToProblem(form, draft, problems, context), context);
    return void (await redraw(form, mending, context, { problems }));
  }
  const turned = await saveDraft(form, await turnTo(form, draft, step, context), context);
  await redraw(form, turned, context);
  await lookUpAfter(form, step, turned, context);
}

/** What a form asks, without what is answered: which blocks, which choices. */
function shapeOf(form: Form, draft: Draft): string {
  return JSON.stringify(drawForm(form, draft).blocks, (key, value: unknown) =>
    key.startsWith("initial_") ? undefined : value,
  );
}
