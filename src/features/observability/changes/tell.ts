import type { ModalView } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { tellAlone } from "../../../platform/jobs/tell-alone.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { refuseSubmission } from "../../../platform/forms/refuse.ts";
import { reopenButton } from "../../../platform/forms/reopen.ts";
import type { ChangeProgressOf } from "./progress.ts";
import { messageOf, viewOf } from "./outcome-view.ts";
import { notDoneText } from "./format-failed.ts";
import { outcomeWords } from "./format-outcome.ts";
import type { Outcome, PendingChange } from "./pending-change.ts";

/** Shows something in the modal that a change was asked for in; "gone" where that is closed, or there was none. */
export async function showInModal(
  { submitted, context }: PendingChange,
  view: ModalView,
): Promise<"updated" | "gone"> {
  return submitted.viewId === undefined ? "gone" : context.messenger.updateModal(submitted.viewId, view);
}

/**
 * Tells a person what became of their change: in the modal, or where they asked. Where nothing was done, their form
 * comes back with the reason.
 */
export async function tellOutcome(
  pending: PendingChange,
  outcome: Outcome,
  forms: readonly Form[],
): Promise<void> {
  if (outcome.status === "failed" && (await bringBack(pending, outcome, forms)) === "updated") return;
  const words = await outcomeWords(pending, outcome);
  if ((await showInModal(pending, viewOf(words))) === "updated") return;
  const message = messageOf(words);
  const { submitted, context } = pending;
  const again = outcome.status === "failed" && !outcome.mayBeDone ? submitted.form : undefined;
  const blocks = again ? [...message.blocks, actions([reopenButton(again.formId)])] : message.blocks;
  await tellAlone(submitted, { ...message, blocks }, context.messenger);
}

async function bringBack(
  pending: PendingChange,
  failed: ChangeProgressOf<"failed">,
  forms: readonly Form[],
): Promise<"updated" | "gone"> {
  const { form: from, viewId, userId } = pending.submitted;
  const form = forms.find(({ name }) => name === from?.name);
  if (!from || !form || viewId === undefined || failed.mayBeDone) return "gone";
  const { message, field } = failed;
  const refusal = {
    message: notDoneText(pending, failed),
    ...(field === undefined ? {} : { problem: { field, message } }),
  };
  return refuseSubmission(form, { ...from, viewId, userId }, refusal, pending.context);
}
