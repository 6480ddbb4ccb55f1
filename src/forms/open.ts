import type { Asker, WorkspaceContext } from "../context.ts";
import type { Form, FormValues } from "./form.ts";
import { newDraft } from "./new-draft.ts";
import { showNew } from "./show-draft.ts";
import { offerView } from "./resume.ts";

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
  if (left?.touched && !left.submitted && left.form === form.name) {
    await messenger.openModal(triggerId, offerView(form, left, given, asker));
    return;
  }
  await showNew(form, draft, (view) => messenger.openModal(triggerId, view), context);
}
