import { button } from "../blocks/button.ts";
import { type Reply, say } from "../blocks/reply.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Act, Press } from "./act.ts";
import { drawForm } from "./draw.ts";
import type { Form } from "./form.ts";
import { goneView } from "./notice.ts";

const actionId = "form-again";

/** The button that brings a form back with what was typed, in the modal it stands in or a new one. */
export function reopenButton(formId: string) {
  return button({ text: "Open the form again", actionId, value: formId });
}

/** What that button does, whichever of these forms it was; another person's form stays theirs. */
export function reopenAct(known: readonly Form[]): Act {
  return { actionId, press: (press, context) => reopen(known, press, context) };
}

async function reopen(
  known: readonly Form[],
  { value: formId, userId, viewId, triggerId }: Press,
  { forms, messenger }: WorkspaceContext,
): Promise<Reply | undefined> {
  const open = await forms.find(formId);
  if (open && open.userId !== userId)
    return say("Only the person who filled in this form can open it again.");
  const form = known.find(({ name }) => name === open?.form);
  const view =
    form && open
      ? drawForm(form, { ticket: { formId, attempt: open.attempt }, values: open.values })
      : goneView();
  if (viewId) await messenger.updateModal(viewId, view);
  else await messenger.openModal(triggerId, view);
  return undefined;
}
