import type { Asker, WorkspaceContext } from "../context.ts";
import { drawForm } from "./draw.ts";
import { type Form, type FormValues, startingValues } from "./form.ts";

/** Opens a form for somebody, with what is filled in already; it is remembered before it shows. */
export async function openForm(
  form: Form,
  given: FormValues,
  { userId, channelId }: Asker,
  triggerId: string,
  { forms, messenger, newId }: WorkspaceContext,
): Promise<void> {
  const ticket = { formId: newId(), attempt: 1 };
  const values = startingValues(form, given);
  await forms.save({ ...ticket, form: form.name, userId, channelId, values });
  await messenger.openModal(triggerId, drawForm(form, { ticket, values }));
}
