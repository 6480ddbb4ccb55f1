import type { WorkspaceContext } from "../context.ts";
import type { Draft } from "./kept-drafts.ts";
import { problemsUpTo, turnToProblem } from "./check.ts";
import { drawForm, type Remarks, stepActionPrefix } from "./draw.ts";
import { changeDraft, findDraft, onLatest, saveDraft } from "./drafts.ts";
import type { FormEvent } from "./event.ts";
import type { Form, FormProblem } from "./form.ts";
import { closedView } from "./notice.ts";
import { effective, fieldsOf, shownSteps, stepNamed } from "./state.ts";
import { lookUpAfter, redraw, turnTo } from "./page.ts";
import { draftKey, isOvertaken, withTyped } from "./typed.ts";

/** A change or a press in an open form. */
export interface ChangeEvent extends FormEvent {
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
  const turned =
    problems.length > 0
      ? await turnToProblem(form, draft, problems, context)
      : await turnTo(form, draft, step, context);
  const warned = { ...turned, warned: [...problems] };
  return { draft: await saveDraft(form, warned, context), remarks: {}, about: turned.step };
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
