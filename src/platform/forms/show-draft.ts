import type { ModalView } from "@slack/types";
import type { WorkspaceContext } from "../context.ts";
import type { Draft } from "./kept-drafts.ts";
import type { Interaction } from "./interaction.ts";
import { drawForm } from "./draw.ts";
import { changeDraft, saveDraft } from "./drafts.ts";
import type { Form } from "./form.ts";
import { fetchAfter } from "./page.ts";

/** Shows a view and returns its modal. */
type Show = (view: ModalView) => Promise<{ viewId: string }>;

/** Saves a new draft, shows it, and fetches slow facts. */
export async function showNew(
  form: Form,
  draft: Draft,
  show: Show,
  context: WorkspaceContext,
): Promise<void> {
  await saveDraft(form, draft, context);
  const { viewId } = await show(drawForm(form, draft));
  await fetchAfter(form, "", { ...draft, viewId }, context);
}

/** Shows a saved draft as it is, and fetches missing facts. */
export async function showKept(
  form: Form,
  draft: Draft,
  show: Show,
  context: WorkspaceContext,
): Promise<void> {
  const { viewId } = await show(drawForm(form, draft));
  const open = await changeDraft(form, draft, context, (latest) => ({ ...latest, viewId }));
  if (open) await fetchAfter(form, open.step, open, context);
}

/** Shows a view in the clicked button's modal, or in a new one. */
export function whereTheButtonIs({ viewId, triggerId }: Interaction, { messenger }: WorkspaceContext): Show {
  return async (view) => {
    if (viewId === undefined) return messenger.openModal(triggerId, view);
    await messenger.updateModal(viewId, view);
    return { viewId };
  };
}

type Reading = Pick<WorkspaceContext, "drafts">;

/** The channel in which a button's form was requested by its own person. */
export async function formAskedIn(
  { value: formId, userId }: Interaction,
  { drafts }: Reading,
): Promise<string | undefined> {
  const draft = await drafts.find(formId);
  return draft?.userId === userId ? draft.channelId : undefined;
}

/** The channel in which the person was last asked, in the clicked modal, whether to continue. */
export async function offeredIn(
  { viewId, userId }: Interaction,
  { drafts }: Reading,
): Promise<string | undefined> {
  if (viewId === undefined) return undefined;
  return (await drafts.current(userId))?.offeredIn;
}
