import type { ModalView } from "@slack/types";
import type { Asker, WorkspaceContext } from "../context.ts";
import type { Draft } from "../store/drafts.ts";
import { drawForm } from "./draw.ts";
import { saveDraft } from "./drafts.ts";
import type { Form, FormValues } from "./form.ts";
import { offerView } from "./resume.ts";
import { startingValues } from "./state.ts";
import { lookUpAfter } from "./turn.ts";

type Show = (view: ModalView) => Promise<{ viewId: string }>;

/** Opens a form for somebody, or asks whether to go on with what they left; it is remembered before it shows. */
export async function openForm(
  form: Form,
  given: FormValues,
  asker: Asker,
  triggerId: string,
  context: WorkspaceContext,
): Promise<void> {
  const { messenger } = context;
  const [left, draft] = await Promise.all([
    form.resumes ? context.drafts.current(asker.userId) : undefined,
    newDraft(form, given, asker, context),
  ]);
  if (left?.touched && left.form === form.name) {
    await messenger.openModal(triggerId, offerView(form, left, given, asker));
    return;
  }
  await showNew(form, draft, (view) => messenger.openModal(triggerId, view), context);
}

/** A new draft, from what its opener gave; not kept yet. */
export async function newDraft(
  form: Form,
  given: FormValues,
  { userId, channelId }: Asker,
  context: WorkspaceContext,
): Promise<Draft> {
  const { values, facts } = (await form.begin?.(given, context)) ?? { values: given, facts: {} };
  return {
    formId: context.newId(),
    form: form.name,
    userId,
    channelId,
    attempt: 1,
    step: form.steps[0].name,
    values: startingValues(form, values),
    facts,
    filling: 0,
    submitted: false,
    touched: false,
    savedAt: context.now().toISOString(),
  };
}

/** Keeps a new draft, shows it, and looks up what takes longer. */
export async function showNew(
  form: Form,
  draft: Draft,
  show: Show,
  context: WorkspaceContext,
): Promise<void> {
  await saveDraft(form, draft, context);
  const { viewId } = await show(drawForm(form, draft));
  await lookUpAfter(form, "", { ...draft, viewId }, context);
}
