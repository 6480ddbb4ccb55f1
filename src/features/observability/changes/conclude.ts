import type { Step } from "../../../platform/jobs/worker.ts";
import type { Form } from "../../../platform/forms/form.ts";
import { letGo } from "./alone.ts";
import { recordOutcome } from "./audit.ts";
import { followMadeAlerts } from "./made-here.ts";
import type { AppError } from "../../../lib/errors.ts";
import type { ChangeProgress, ChangeProgressOf } from "./progress.ts";
import type { ModalView } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { notDoneText, outcomeWords } from "./format-outcome.ts";
import { messageOf, viewOf } from "./views.ts";
import type { Outcome, PendingChange } from "./change.ts";
import { reopenButton } from "../../../platform/forms/open.ts";
import { refuseSubmission } from "../../../platform/forms/submit.ts";
import { postAlone } from "../../../platform/jobs/messenger.ts";

const untold = { recorded: false, told: false };

/** Keeps how far a change is now where nothing has changed since that was read; the next step follows in any case. */
export async function keep(
  { changeId, context }: PendingChange,
  read: ChangeProgress | undefined,
  progress: ChangeProgress,
): Promise<Step> {
  await context.changeLog.saveUnlessChanged(changeId, read, progress);
  return "next";
}

/** That it is so now; `wasSo` where it was so before we did anything. */
export function done(facts: { id?: string; wasSo?: boolean } = {}): ChangeProgressOf<"done"> {
  return { status: "done", ...untold, wasSo: false, ...facts };
}

/** That somebody else changed it, to this. */
export function conflict(theirs: object): Outcome {
  return { status: "conflict", ...untold, theirs: { ...theirs } };
}

/** That it came to nothing, and why. */
export function failed(failure: AppError, mayBeDone: boolean): Outcome {
  const { requestId, field } = failure;
  // What to do is said with the outcome; the latest call may have done nothing, but one before it something.
  const message = failure.outcomeUnknown || mayBeDone ? failure.happened : failure.message;
  return { status: "failed", ...untold, message, requestId, field, mayBeDone };
}

/** That nobody can say whether it was created. */
export function unknown(message: string, found: string): Outcome {
  return { status: "unknown", ...untold, message, found, isAgain: false };
}

/** Follows a settled change up: it is written into the audit log, and then its person is told, each of it once. */
export async function conclude(
  pending: PendingChange,
  outcome: Outcome,
  forms: readonly Form[],
): Promise<Step> {
  if (!outcome.recorded) {
    await letGo(pending);
    await followMadeAlerts(pending, outcome);
    await recordOutcome(pending, outcome);
    return note(pending, outcome, { recorded: true });
  }
  if (outcome.told) return "done";
  await tellOutcome(pending, outcome, forms);
  return note(pending, outcome, { told: true });
}

/** Who is quick has pressed a button by now: what they chose stays. */
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
async function tellOutcome(pending: PendingChange, outcome: Outcome, forms: readonly Form[]): Promise<void> {
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
