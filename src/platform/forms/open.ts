import type { Asker, WorkspaceContext } from "../context.ts";
import type { Draft } from "./kept-drafts.ts";
import type { Form, FormValues } from "./form.ts";
import { newDraft } from "./new-draft.ts";
import { changeDraft } from "./drafts.ts";
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
  const current = form.resumes ? await context.drafts.current(asker.userId) : undefined;
  const left = current?.touched && !current.submitted && current.form === form.name ? current : undefined;
  const beside = left && form.beside?.(given, left);
  const draft = await newDraft(form, beside ?? given, asker, context);
  if (left && !beside) {
    await Promise.all([
      messenger.openModal(triggerId, offerView(form, left, given)),
      noteOffer(form, left, asker, context),
    ]);
    return;
  }
  // The one that was left stays the one to go on with.
  const fresh = beside ? { ...draft, isBeside: true } : draft;
  await showNew(form, fresh, (view) => messenger.openModal(triggerId, view), context);
}

/** Where it was asked for anew: the buttons of the offer stand in a modal, which is in no channel. */
async function noteOffer(
  form: Form,
  left: Draft,
  { channelId }: Asker,
  context: WorkspaceContext,
): Promise<void> {
  if (left.offeredIn === channelId) return;
  await changeDraft(form, left, context, (latest) => ({ ...latest, offeredIn: channelId }));
}
