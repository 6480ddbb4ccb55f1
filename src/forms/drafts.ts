import type { WorkspaceContext } from "../context.ts";
import { isAppError } from "../errors.ts";
import type { Draft } from "../store/drafts.ts";
import type { Form, FormValues } from "./form.ts";
import { fieldsOf } from "./state.ts";

type Reading = Pick<WorkspaceContext, "drafts" | "sealer">;

/** Keeps a draft as it is now, which it answers; its secret fields are sealed on their way. */
export async function saveDraft(
  form: Form,
  draft: Draft,
  { drafts, sealer, now }: Pick<WorkspaceContext, "drafts" | "sealer" | "now">,
): Promise<Draft> {
  const seal = (value: unknown) =>
    typeof value === "string" && value !== "" ? sealer.seal(value, purposeOf(draft)) : undefined;
  const values = withSecrets(form, draft.values, seal);
  const savedAt = now().toISOString();
  await drafts.save({ ...draft, values, savedAt });
  return { ...draft, savedAt };
}

/** A form's draft, its secret fields opened; undefined where it is not kept any more, or is another person's. */
export async function findDraft(
  form: Form,
  { formId, userId }: { formId: string; userId: string },
  { drafts, sealer }: Reading,
): Promise<Draft | undefined> {
  const draft = await drafts.find(formId);
  if (draft?.userId !== userId || draft.form !== form.name) return undefined;
  return { ...draft, values: withSecrets(form, draft.values, (value) => opened(value, draft, sealer)) };
}

/** A secret that cannot be opened any more, since its key is gone, has to be typed again. */
function opened(value: unknown, draft: Draft, sealer: Reading["sealer"]): unknown {
  if (typeof value !== "string") return undefined;
  try {
    return sealer.open(value, purposeOf(draft));
  } catch (error) {
    if (isAppError(error, "auth")) return undefined;
    throw error;
  }
}

function purposeOf({ formId }: Draft): string {
  return `field of form ${formId}`;
}

function withSecrets(
  form: Form,
  values: FormValues,
  change: (value: unknown) => unknown,
): FormValues & object {
  const secret = form.steps.flatMap(fieldsOf).filter((field) => field.secret && field.name in values);
  return { ...values, ...Object.fromEntries(secret.map(({ name }) => [name, change(values[name])])) };
}
