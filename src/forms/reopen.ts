import type { WorkspaceContext } from "../context.ts";
import { drawForm } from "./draw.ts";
import type { Form } from "./form.ts";
import { goneView } from "./notice.ts";

/** The action_id of the button that brings a form back with what was typed. */
export const reopenActionId = "form-again";

/** Draws a form again, whichever of these it was, in the modal that stands in its place. */
export async function reopenForm(
  known: readonly Form[],
  { formId, viewId, userId }: { formId: string; viewId: string; userId: string },
  { forms, messenger }: WorkspaceContext,
): Promise<void> {
  const open = await forms.find(formId);
  const form = known.find(({ name }) => name === open?.form);
  const view =
    form && open?.userId === userId
      ? drawForm(form, { ticket: { formId, attempt: open.attempt }, values: open.values })
      : goneView();
  await messenger.updateModal(viewId, view);
}
