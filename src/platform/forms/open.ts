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

/** The button that brings a form back with what was typed, in the modal it stands in or a new one. */
export function reopenButton(formId: string) {
  return button({ text: "Open the form again with what I typed", actionId, value: formId });
}

/** What that button does, whichever of these forms it was; another person's form stays theirs. */
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

/** A draft as it may be submitted again: one that was submitted, as a new attempt. */
async function takeUp(
  form: Form,
  key: Pick<Draft, "formId" | "userId">,
  context: WorkspaceContext,
): Promise<Draft | undefined> {
  const draft = await findDraft(form, key, context);
  if (!draft?.submitted) return draft;
  return saveDraft(form, { ...draft, submitted: false, attempt: draft.attempt + 1 }, context);
}

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
