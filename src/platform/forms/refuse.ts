import type { WorkspaceContext } from "../context.ts";
import type { Draft } from "./kept-drafts.ts";
import { changeDraft } from "./drafts.ts";
import type { Form } from "./form.ts";
import { shownSteps, stepOf } from "./state.ts";
import { redraw } from "./page.ts";

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
  const next = await changeDraft(form, submitted, context, (draft) => {
    const attempt = Math.max(draft.attempt, submitted.attempt + 1);
    const step = problem ? stepWith(form, draft, problem.field) : draft.step;
    const warned = problem ? [problem] : [];
    return { ...draft, attempt, step, viewId: submitted.viewId, submitted: false, warned };
  });
  if (!next) return "gone";
  return redraw(form, next, context, { banner: message });
}

/** A field that the person was never asked for, since another one settles it, has no step to go to. */
function stepWith(form: Form, draft: Draft, field: string): string {
  const step = stepOf(form, field);
  return step && shownSteps(form, draft).includes(step) ? step.name : draft.step;
}
