import type { WorkspaceContext } from "../context.ts";
import type { Draft } from "./kept-drafts.ts";
import type { Form, FormProblem } from "./form.ts";
import { effective, fieldsOf, shownSteps, stepNamed, stepOf } from "./state.ts";
import { turnTo } from "./page.ts";

/** What is wrong in a draft up to one of its steps: what a later step asks may still mend itself there. */
export function problemsUpTo(form: Form, draft: Draft, step: string): FormProblem[] {
  const names = shownSteps(form, draft).map(({ name }) => name);
  const asked = new Set(names.slice(0, names.indexOf(step) + 1));
  return form
    .problems(effective(form, draft))
    .filter(({ field }) => asked.has(stepOf(form, field)?.name ?? form.steps[0].name));
}

/** The draft at the step where the first of these problems can be mended; where it is, if one of them is there. */
export async function turnToProblem(
  form: Form,
  draft: Draft,
  problems: readonly FormProblem[],
  context: WorkspaceContext,
): Promise<Draft> {
  const here = new Set(fieldsOf(stepNamed(form, draft, draft.step)).map(({ name }) => name));
  const [first] = problems;
  if (!first || problems.some(({ field }) => here.has(field))) return draft;
  return turnTo(form, draft, stepOf(form, first.field)?.name ?? draft.step, context);
}
