import type { Asker, WorkspaceContext } from "../context.ts";
import type { Draft } from "./kept-drafts.ts";
import type { Form, FormValues } from "./form.ts";
import { offerView } from "./resume.ts";
import { changeDraft, findDraft, newDraft, onLatest, saveDraft } from "./drafts.ts";
import { button } from "../blocks/button.ts";
import { type Reply, say } from "../blocks/reply.ts";
import type { Action, Interaction } from "./interaction.ts";
import { goneView } from "./notice.ts";
import { formAskedIn, showKept, showNew, whereTheButtonIs } from "./show-draft.ts";

const actionId = "form-again";

/** The button that brings a form back with its input, in its own modal or a new one. */
export function reopenButton(formId: string) {
  return button({ text: "Open the form again with what I typed", actionId, value: formId });
}

/** The action of that button, for all forms. A person can reopen only their own. */
export function reopenAction(known: readonly Form[]): Action {
  return {
    actionId,
    access: "operator",
    askedIn: formAskedIn,
    opens: ({ viewId }) => viewId === undefined,
    run: (interaction, context) => reopen(known, interaction, context),
  };
}

async function reopen(
  known: readonly Form[],
  interaction: Interaction,
  context: WorkspaceContext,
): Promise<Reply | undefined> {
  const { value: formId, userId } = interaction;
  const kept = await context.drafts.find(formId);
  if (kept && kept.userId !== userId)
    return say("Only the person who filled in this form can open it again.");
  const form = known.find(({ name }) => name === kept?.form);
  const draft = form && (await onLatest(() => takeUp(form, { formId, userId }, context)));
  const show = whereTheButtonIs(interaction, context);
  if (form && draft) await showKept(form, draft, show, context);
  else await show(goneView());
  return undefined;
}

/** A draft that can be submitted again. A submitted one becomes a new attempt. */
async function takeUp(
  form: Form,
  key: Pick<Draft, "formId" | "userId">,
  context: WorkspaceContext,
): Promise<Draft | undefined> {
  const draft = await findDraft(form, key, context);
  if (!draft?.submitted) return draft;
  return saveDraft(form, { ...draft, submitted: false, attempt: draft.attempt + 1 }, context);
}

/** Opens a form, or asks whether to continue an unfinished one. It is saved before it shows. */
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
  // The unfinished one stays the present draft.
  const fresh = beside ? { ...draft, isBeside: true } : draft;
  await showNew(form, fresh, (view) => messenger.openModal(triggerId, view), context);
}

/** The channel of the new command, because the offer's buttons are in a modal, which has none. */
async function noteOffer(
  form: Form,
  left: Draft,
  { channelId }: Asker,
  context: WorkspaceContext,
): Promise<void> {
  if (left.offeredIn === channelId) return;
  await changeDraft(form, left, context, (latest) => ({ ...latest, offeredIn: channelId }));
}
