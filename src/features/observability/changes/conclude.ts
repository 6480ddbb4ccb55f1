import type { Step } from "../../../platform/jobs/worker.ts";
import { actions } from "../../../platform/blocks/button.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { reopenButton } from "../../../platform/forms/open.ts";
import { refuseSubmission } from "../../../platform/forms/submit.ts";
import { postAlone } from "../../../platform/jobs/messenger.ts";
import { recordOutcome } from "./audit.ts";
import type { PendingChange } from "./change.ts";
import { notDoneText, outcomeWords } from "./format-outcome.ts";
import { followMadeAlerts } from "./made-here.ts";
import type { ChangeProgressOf, Outcome } from "./progress.ts";
import { showInModal } from "./step.ts";
import { releaseHold } from "./update.ts";
import { messageOf, viewOf } from "./views.ts";

/** Follows an outcome up, each step once: writes it into the audit log, then notifies the change's person. */
export async function conclude(
  pending: PendingChange,
  outcome: Outcome,
  forms: readonly Form[],
): Promise<Step> {
  if (!outcome.recorded) {
    await releaseHold(pending);
    await followMadeAlerts(pending, outcome);
    await recordOutcome(pending, outcome);
    return note(pending, outcome, { recorded: true });
  }
  if (outcome.told) return "done";
  await postOutcome(pending, outcome, forms);
  return note(pending, outcome, { told: true });
}

/** A quick person may have clicked a button already, and that choice stays. */
async function note(
  { changeId, context }: PendingChange,
  outcome: Outcome,
  noted: Partial<Pick<Outcome, "recorded" | "told">>,
): Promise<Step> {
  await context.changeLog.update(changeId, (now) =>
    now?.status === outcome.status ? { ...now, ...noted } : undefined,
  );
  return "next";
}

/** Shows the outcome in the modal, or where its person asked. If nothing was done, their form comes back. */
async function postOutcome(pending: PendingChange, outcome: Outcome, forms: readonly Form[]): Promise<void> {
  if (outcome.status === "failed" && (await bringBack(pending, outcome, forms)) === "updated") return;
  const words = await outcomeWords(pending, outcome);
  if ((await showInModal(pending, viewOf(words))) === "updated") return;
  const message = messageOf(words);
  const { submitted, context } = pending;
  const again = outcome.status === "failed" && !outcome.mayBeDone ? submitted.form : undefined;
  const blocks = again ? [...message.blocks, actions([reopenButton(again.formId)])] : message.blocks;
  await postAlone(submitted, { ...message, blocks }, context.messenger);
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
