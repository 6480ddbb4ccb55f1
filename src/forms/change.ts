import { explain } from "../blocks/explain.ts";
import type { WorkspaceContext } from "../context.ts";
import type { AppError } from "../errors.ts";
import { drawForm } from "./draw.ts";
import type { FormEvent } from "./event.ts";
import { startingValues } from "./form.ts";
import { readForm } from "./read.ts";

/** Somebody chose something that other fields follow: keeps what was typed and redraws the form. */
export async function changeForm(
  { form, view, userId }: FormEvent,
  context: WorkspaceContext,
): Promise<void> {
  const ticket = view.private_metadata;
  const open = await context.forms.find(ticket.formId);
  if (open?.userId !== userId) return;
  const values = { ...open.values, ...readForm(form, view.state.values).values };
  await context.forms.save({ ...open, values, viewId: view.id });
  await context.messenger.updateModal(view.id, drawForm(form, { ticket, values }), view.hash);
}

/** Tells the person in the form itself that a change could not be followed; what was typed stays. */
export async function tellInForm(
  { form, view }: FormEvent,
  failure: AppError,
  { messenger }: WorkspaceContext,
): Promise<void> {
  const { values } = readForm(form, view.state.values);
  const drawing = {
    ticket: view.private_metadata,
    values: startingValues(form, values),
    refusal: { message: explain(failure) },
  };
  await messenger.updateModal(view.id, drawForm(form, drawing), view.hash);
}
