import { AppError, isAppError } from "../../lib/errors.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Draft } from "./drafts.ts";
import type { Form, FormPerson, FormValues } from "./form.ts";
import { fieldsOf, startingValues, stepNamed } from "./state.ts";
import { outrun as outrunText } from "./texts.ts";

type Reading = Pick<WorkspaceContext, "drafts" | "sealer">;
type DraftKey = Pick<Draft, "formId" | "userId">;

/** Saves a draft with its secret fields sealed. Fails as conflict if it has changed since it was read: see `onLatest`. */
export async function saveDraft(
  form: Form,
  draft: Draft,
  { drafts, sealer, now }: Reading & Pick<WorkspaceContext, "now">,
): Promise<Draft> {
  const seal = (value: unknown) =>
    typeof value === "string" && value !== "" ? sealer.seal(value, draftPurpose(draft)) : undefined;
  const values = withSecrets(form, draft.values, seal);
  const savedAt = now().toISOString();
  const isPresent = form.resumes === true && !draft.submitted && draft.isBeside !== true;
  if (!(await drafts.save({ ...draft, values, savedAt }, { isPresent }))) throw outrun();
  return { ...draft, savedAt, revision: (draft.revision ?? 0) + 1 };
}

/** A form's draft, with opened secrets, at a visible step. Undefined if it is gone, or belongs to another person. */
export async function findDraft(
  form: Form,
  { formId, userId }: DraftKey,
  { drafts, sealer }: Reading,
): Promise<Draft | undefined> {
  const kept = await drafts.find(formId);
  if (kept?.userId !== userId || kept.form !== form.name) return undefined;
  const draft = { ...kept, values: withSecrets(form, kept.values, (value) => opened(value, kept, sealer)) };
  return { ...draft, step: stepNamed(form, draft, draft.step).name };
}

const savingADraft = "saving a draft";

// More than the events of one form that can wait together after a slow moment.
const maxTries = 30;

/** Reads, changes and saves a draft. Repeats it all if another event was faster. */
export async function onLatest<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isOutrun = isAppError(error, "conflict") && error.operation === savingADraft;
      if (!isOutrun || tries === maxTries) throw error;
    }
  }
}

/** Changes the present draft and returns it. Undefined if it is gone, or stays unchanged. */
export async function changeDraft(
  form: Form,
  { formId, userId }: DraftKey,
  context: Reading & Pick<WorkspaceContext, "now">,
  change: (latest: Draft) => Draft | undefined,
): Promise<Draft | undefined> {
  return onLatest(async () => {
    const latest = await findDraft(form, { formId, userId }, context);
    const changed = latest && change(latest);
    return changed && saveDraft(form, changed, context);
  });
}

function outrun(): AppError {
  return new AppError("conflict", outrunText, {
    operation: savingADraft,
  });
}

/** If its key is gone, a secret must be typed again. */
function opened(value: unknown, draft: Draft, sealer: Reading["sealer"]): unknown {
  if (typeof value !== "string") return undefined;
  try {
    return sealer.open(value, draftPurpose(draft));
  } catch (error) {
    if (isAppError(error, "auth")) return undefined;
    throw error;
  }
}

/** The purpose under which a draft's secrets are sealed. */
export function draftPurpose({ formId }: Pick<Draft, "formId">): string {
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

/** A new draft with the given values. Not saved yet. */
export async function newDraft(
  form: Form,
  given: FormValues,
  { userId, channelId, origin }: FormPerson,
  context: WorkspaceContext,
): Promise<Draft> {
  await context.managedPlaces.refuseForm(form.name, given);
  const begun = await form.begin?.(given, context, { userId, channelId });
  const { values = given, facts = {}, step = form.steps[0].name } = begun ?? {};
  return {
    formId: context.newId(),
    form: form.name,
    userId,
    channelId,
    origin,
    attempt: 1,
    step,
    values: startingValues(form, values),
    facts,
    filling: 0,
    submitted: false,
    touched: false,
    savedAt: context.now().toISOString(),
  };
}
