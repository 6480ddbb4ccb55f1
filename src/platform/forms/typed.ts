import type { Draft } from "./kept-drafts.ts";
import type { FormEvent } from "./event.ts";
import type { Form, FormStep, FormValues } from "./form.ts";
import { readStep } from "./read.ts";
import { effective, fieldsOf, isOffered, stepNamed } from "./state.ts";

/**
 * A draft with what its view now says. A view of another step than the draft's says nothing that counts, nor does an
 * act that was overtaken by a later one.
 */
export function withTyped(event: FormEvent, draft: Draft): Draft {
  const { form, view, actedAt } = event;
  if (view.private_metadata.step !== draft.step || isOvertaken(event, draft)) {
    return { ...draft, viewId: view.id };
  }
  const step = stepNamed(form, draft, draft.step);
  const read = readStep(step, view.state.values);
  const values = { ...draft.values, ...read.values, ...keptChoices(form, step, draft, read.values) };
  return {
    ...draft,
    values,
    viewId: view.id,
    // Who only looked at a form left nothing to go on with.
    touched: draft.touched || JSON.stringify(values) !== JSON.stringify(draft.values),
    ...(actedAt === undefined ? {} : { typedAt: actedAt }),
  };
}

/** What was chosen in selects that do not offer it just now, and where nothing else is chosen. */
function keptChoices(form: Form, step: FormStep, draft: Draft, read: FormValues): FormValues {
  const counted = effective(form, draft);
  const kept = fieldsOf(step).filter(
    (field) =>
      field.name in read &&
      read[field.name] === undefined &&
      !isOffered(field, draft.values[field.name], counted),
  );
  return Object.fromEntries(kept.map(({ name }) => [name, draft.values[name]]));
}

/** True where a later act is in the draft already, and with it all that was to be seen at this one. */
export function isOvertaken({ actedAt }: FormEvent, { typedAt }: Draft): boolean {
  return Number(actedAt ?? Infinity) < Number(typedAt ?? 0);
}

/** By what the draft behind an event is found. */
export function draftKey({ view, userId }: FormEvent): { formId: string; userId: string } {
  return { formId: view.private_metadata.formId, userId };
}
