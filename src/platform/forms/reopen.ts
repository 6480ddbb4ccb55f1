import { button } from "../blocks/button.ts";
import { type Reply, say } from "../blocks/reply.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Draft } from "./kept-drafts.ts";
import type { Act, Press } from "./interaction.ts";
import { formAskedIn } from "./asked-in.ts";
import { findDraft, onLatest, saveDraft } from "./drafts.ts";
import type { Form } from "./form.ts";
import { goneView } from "./notice.ts";
import { showKept, whereItWasPressed } from "./show-draft.ts";

const actionId = "form-again";

/** The button that brings a form back with what was typed, in the modal it stands in or a new one. */
export function reopenButton(formId: string) {
  return button({ text: "Open the form again with what I typed", actionId, value: formId });
}

/** What that button does, whichever of these forms it was; another person's form stays theirs. */
export function reopenAct(known: readonly Form[]): Act {
  return {
    actionId,
    access: "operator",
    askedIn: formAskedIn,
    opens: ({ viewId }) => viewId === undefined,
    press: (press, context) => reopen(known, press, context),
  };
}

async function reopen(
  known: readonly Form[],
  press: Press,
  context: WorkspaceContext,
): Promise<Reply | undefined> {
  const { value: formId, userId } = press;
  const kept = await context.drafts.find(formId);
  if (kept && kept.userId !== userId)
    return say("Only the person who filled in this form can open it again.");
  const form = known.find(({ name }) => name === kept?.form);
  const draft = form && (await onLatest(() => takeUp(form, { formId, userId }, context)));
  const show = whereItWasPressed(press, context);
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
