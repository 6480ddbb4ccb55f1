import type { WorkspaceContext } from "../context.ts";
import { findDraft, saveDraft } from "./drafts.ts";
import type { Form } from "./form.ts";
import { stepOf } from "./state.ts";
import { redraw } from "./turn.ts";

/** Why a submission came to nothing. */
export interface Refusal {
  /** In mrkdwn. */
  message: string;
  /** The field it is about, where somebody named one; in plain text, what is wrong with it. */
  problem?: { field: string; message: string };
}

/**
 * Brings a form back after a submission that came to nothing: as a new attempt, with what was typed, at the step of
 * the field that was named. "gone" where its modal is closed or it is not kept any more. May be repeated.
 */
export async function refuseSubmission(
  form: Form,
  submitted: { formId: string; attempt: number; viewId: string; userId: string },
  { message, problem }: Refusal,
  context: WorkspaceContext,
): Promise<"updated" | "gone"> {
  const draft = await findDraft(form, submitted, context);
  if (!draft) return "gone";
  const step = (problem && stepOf(form, problem.field)?.name) ?? draft.step;
  const attempt = Math.max(draft.attempt, submitted.attempt + 1);
  const next = { ...draft, attempt, step, viewId: submitted.viewId, submitted: false };
  return redraw(form, await saveDraft(form, next, context), context, {
    banner: message,
    ...(problem ? { problems: [problem] } : {}),
  });
}
