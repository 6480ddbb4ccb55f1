import type { Draft } from "../store/drafts.ts";
import type { FormEvent } from "./event.ts";
import { readStep } from "./read.ts";
import { stepNamed } from "./state.ts";

/**
 * A draft with what its view now says. A view of another step than the draft's says nothing that counts, nor does an
 * act that was overtaken by a later one.
 */
export function withTyped(event: FormEvent, draft: Draft): Draft {
  const { form, view, actedAt } = event;
  if (view.private_metadata.step !== draft.step || isOvertaken(event, draft)) {
    return { ...draft, viewId: view.id };
  }
  const read = readStep(stepNamed(form, draft, draft.step), view.state.values);
  const values = { ...draft.values, ...read.values };
  return {
    ...draft,
    values,
    viewId: view.id,
    // Who only looked at a form left nothing to go on with.
    touched: draft.touched || JSON.stringify(values) !== JSON.stringify(draft.values),
    ...(actedAt === undefined ? {} : { typedAt: actedAt }),
  };
}

/** True where a later act is in the draft already, and with it all that was to be seen at this one. */
export function isOvertaken({ actedAt }: FormEvent, { typedAt }: Draft): boolean {
  return Number(actedAt ?? Infinity) < Number(typedAt ?? 0);
}

/** By what the draft behind an event is found. */
export function draftKey({ view, userId }: FormEvent): { formId: string; userId: string } {
  return { formId: view.private_metadata.formId, userId };
}
