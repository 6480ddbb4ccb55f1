import type { ModalView } from "@slack/types";
import type { WorkspaceContext } from "../context.ts";
import { goneView } from "./notice.ts";
import { drawForm, errorsByBlock } from "./draw.ts";
import type { FormEvent } from "./event.ts";
import { readForm } from "./read.ts";

/** How a submission is answered: errors by the block that shows them, or the view that comes next. */
export type SubmitAnswer = { errors: Record<string, string> } | { view: ModalView };

/** Somebody pressed the submit button: says what is wrong, or accepts the request durably. */
export async function submitForm(
  { form, view, userId, userName }: FormEvent,
  context: WorkspaceContext,
): Promise<SubmitAnswer> {
  const { formId, attempt } = view.private_metadata;
  const { values, blockIdByField } = readForm(form, view.state.values);
  const problems = form.problems(values);
  if (problems.length > 0) return { errors: errorsByBlock(blockIdByField, problems) };

  const open = await context.forms.find(formId);
  if (open?.userId !== userId) return { view: goneView() };
  const kept = { ...open, viewId: view.id, values: { ...open.values, ...values } };
  if (attempt !== open.attempt) {
    // A second click on a view whose first submission was refused meanwhile: it sees the form as it is now.
    return { view: drawForm(form, { ticket: { formId, attempt: open.attempt }, values: kept.values }) };
  }
  await context.forms.save(kept);
  return { view: await form.accept({ ...kept, values, userName }, context) };
}
