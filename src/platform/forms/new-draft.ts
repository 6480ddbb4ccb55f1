import type { Asker, WorkspaceContext } from "../context.ts";
import type { Draft } from "./kept-drafts.ts";
import type { Form, FormValues } from "./form.ts";
import { startingValues } from "./state.ts";

/** A new draft, from what its opener gave; not kept yet. */
export async function newDraft(
  form: Form,
  given: FormValues,
  { userId, channelId }: Asker,
  context: WorkspaceContext,
): Promise<Draft> {
  const { values, facts } = (await form.begin?.(given, context, { userId, channelId })) ?? {
    values: given,
    facts: {},
  };
  return {
    formId: context.newId(),
    form: form.name,
    userId,
    channelId,
    attempt: 1,
    step: form.steps[0].name,
    values: startingValues(form, values),
    facts,
    filling: 0,
    submitted: false,
    touched: false,
    savedAt: context.now().toISOString(),
  };
}
