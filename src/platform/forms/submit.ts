import { extended } from "../../lib/cache.ts";
import type { ModalView } from "@slack/types";
import { z } from "zod";
import type { WorkspaceContext } from "../context.ts";
import type { Draft } from "./drafts.ts";
import { changeDraft, findDraft, onLatest, saveDraft } from "./save.ts";
import { escapeMrkdwn } from "../blocks/escape.ts";
import { hurried } from "../access/access.ts";
import { blockIdsOf, drawForm, errorsByBlock } from "./draw.ts";
import { type FormEvent, readStep } from "./read.ts";
import type { Form, FormField, FormProblem } from "./form.ts";
import { closedView } from "./notice.ts";
import { effective, fixedIn, shownFields, shownSteps, stepNamed, stepOf } from "./state.ts";
import { alsoAsked, changedElsewhere, updatedMeanwhile } from "./texts.ts";
import { fetchAfter, redraw, showStep } from "./page.ts";
import { draftKey, problemsUpTo, showProblemStep, unseenValues, withTyped } from "./change.ts";

/** Slack draws the view of an acknowledgement after receiving it, over anything drawn earlier. */
export const slackShowsWithinMs = 300;

/** Slack waits 3 s for the response to a submission, and reading a role takes up to two calls. */
const accessWaitMs = 1_200;

/** The response to a submission: errors by block, the next view, or neither to close the modal. */
export interface SubmitAnswer {
  errors?: Record<string, string>;
  view?: ModalView;
  /** Work to do once Slack shows the response. */
  after?: () => Promise<void>;
}

/** Handles a form's submit button: reports problems, shows the next step, or accepts the request durably. */
export function submitForm(event: FormEvent, context: WorkspaceContext): Promise<SubmitAnswer> {
  return onLatest(() => submitOnce(event, context));
}

async function submitOnce(event: FormEvent, context: WorkspaceContext): Promise<SubmitAnswer> {
  const { form, view } = event;
  const { attempt, step: shownStep } = view.private_metadata;
  const kept = await findDraft(form, draftKey(event), context);
  if (!kept || kept.submitted) return { view: closedView(kept) };
  // A second click on an outdated view shows the form as it is now.
  if (attempt !== kept.attempt || shownStep !== kept.step) return { view: drawForm(form, kept) };
  const draft = withTyped(event, kept);
  const late = unseenValues(event, draft);
  if (late.length > 0) return showAgain(form, draft, late, context);
  const steps = shownSteps(form, draft);
  const position = steps.findIndex(({ name }) => name === draft.step);
  const finish = steps[position]?.finish?.(effective(form, draft));
  const next = finish ? finish.first : steps[position + 1]?.name;
  const last = finish ? (finish.first ?? steps.at(-1)?.name) : undefined;
  const problems = problemsUpTo(form, draft, last ?? draft.step);
  if (problems.length > 0) return mend(event, draft, problems, context);
  const unseen = unseenField(event, draft);
  if (unseen) {
    const asked = await saveDraft(form, draft, context);
    const banner = alsoAsked(escapeMrkdwn(unseen.label));
    return { view: drawForm(form, asked, { banner }) };
  }
  if (next !== undefined) return showNext(form, draft, next, context);
  const { submit } = drawForm(form, draft);
  // A button that said something else has agreed to something else.
  const isSame = view.submit == null || submit == null || view.submit.text === submit.text;
  return isSame ? accept(event, draft, context) : showAgain(form, draft, [], context);
}

/** Shows the form as it is now, because its person pressed in a view that showed other values. */
async function showAgain(
  form: Form,
  draft: Draft,
  fields: readonly FormField[],
  context: WorkspaceContext,
): Promise<SubmitAnswer> {
  // New inputs, because Slack keeps the values of those that it knows.
  const shown = await saveDraft(form, { ...draft, filling: draft.filling + 1 }, context);
  const banner = updatedMeanwhile(fields.map(({ label }) => escapeMrkdwn(label)));
  return { view: drawForm(form, shown, { banner }) };
}

/** A field that the last input made visible, and that wasn't drawn before the click. */
function unseenField({ form, view }: FormEvent, draft: Draft): FormField | undefined {
  const step = stepNamed(form, draft, draft.step);
  const { blockIdByField } = readStep(step, view.state.values);
  const state = effective(form, draft);
  const fixed = fixedIn(form, draft);
  return shownFields(form, draft, step).find(
    ({ name, choices }) => !blockIdByField.has(name) && !(name in fixed) && choices?.(state).length !== 0,
  );
}

/** Shows problems on their fields, or below them in the first step that has one. */
async function mend(
  { form, view }: FormEvent,
  kept: Draft,
  problems: readonly FormProblem[],
  context: WorkspaceContext,
): Promise<SubmitAnswer> {
  const saved = await saveDraft(form, kept, context);
  const { blockIdByField } = readStep(stepNamed(form, kept, kept.step), view.state.values);
  const errors = errorsByBlock(blockIdByField, problems);
  const shown = await showProblemStep(form, saved, problems, context);
  // The problem may be a fact that couldn't be fetched.
  const after = () => fetchAfter(form, shown.step, shown, context);
  // Slack shows no error on a block that a redraw is replacing.
  const drawn = blockIdsOf(form, saved);
  const blockIds = Object.keys(errors);
  const isWarned = (kept.warned ?? []).length > 0;
  // Slack's errors would duplicate those below the fields.
  if (!isWarned && blockIds.length > 0 && blockIds.every((id) => drawn.has(id))) return { errors, after };
  const warned = await saveDraft(form, { ...shown, warned: [...problems] }, context);
  return { view: drawForm(form, warned), after };
}

async function showNext(
  form: Form,
  draft: Draft,
  step: string,
  context: WorkspaceContext,
): Promise<SubmitAnswer> {
  const shown = await saveDraft(form, await showStep(form, draft, step, context), context);
  return { view: drawForm(form, shown), after: () => fetchAfter(form, step, shown, context) };
}

async function accept(
  { form, view, userName }: FormEvent,
  draft: Draft,
  unhurried: WorkspaceContext,
): Promise<SubmitAnswer> {
  const noting = draft.origin === undefined ? {} : unhurried.queuesFor(draft.origin);
  const context = extended(extended(unhurried, noting), { access: hurried(unhurried.access, accessWaitMs) });
  await context.access.demand(draft, form.access);
  const state = effective(form, draft);
  const hash = form.hash?.(state);
  // A step that may end the form sends all that it shows.
  if (!stepNamed(form, draft, draft.step).finish && hash !== view.private_metadata.hash) {
    // It was changed in another window, so no one has agreed to this.
    return {
      view: drawForm(form, draft, { banner: changedElsewhere }),
    };
  }
  const saved = await saveDraft(form, agreedTo(draft, hash), context);
  const accepted = await form.accept({ ...saved, ...state, viewId: view.id, userName }, context);
  if (accepted === "close" || "view" in accepted) {
    if (draft.origin !== undefined) await context.startedWork.wasDone(draft.origin);
    await closeDraft(form, saved, context);
    return accepted === "close" ? {} : accepted;
  }
  return mend({ form, view, userId: draft.userId, userName }, saved, accepted.problems, context);
}

/**
 * A draft with its agreement. If this attempt had other content before, a crash may have hidden that it was accepted.
 * Then this becomes another attempt, or it would be taken for the same one.
 */
function agreedTo(draft: Draft, hash: string | undefined): Draft {
  if (hash === undefined) return draft;
  const { agreed } = draft;
  const isAnother = agreed?.attempt === draft.attempt && agreed.hash !== hash;
  const attempt = isAnother ? draft.attempt + 1 : draft.attempt;
  return { ...draft, attempt, agreed: { attempt, hash } };
}

/** Only after it was accepted, or a failed submission would be lost. */
async function closeDraft(form: Form, sent: Draft, context: WorkspaceContext): Promise<void> {
  // If it was refused already, it is another attempt now.
  await changeDraft(form, sent, context, (latest) =>
    latest.attempt === sent.attempt ? { ...latest, submitted: true } : undefined,
  );
}

/** The form that something was submitted from, and which attempt of it. */
export const SubmittedIn = z.object({ formId: z.string(), attempt: z.int(), viewId: z.string() });

/** Why a submission failed. */
interface Refusal {
  /** In mrkdwn. */
  message: string;
  /** The field, and its problem in plain text, if there is one. */
  problem?: FormProblem | undefined;
}

/**
 * Brings a form back after a failed submission: as a new attempt, with its input, at the problem's step. "gone" if
 * its modal is closed, or it expired. Safe to repeat.
 */
export async function refuseSubmission(
  form: Form,
  submitted: z.infer<typeof SubmittedIn> & { userId: string },
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

/** A fixed field was never asked, so it has no step. */
function stepWith(form: Form, draft: Draft, field: string): string {
  const isHere = shownFields(form, draft, stepNamed(form, draft, draft.step)).some(
    ({ name }) => name === field,
  );
  if (isHere || field in fixedIn(form, draft)) return draft.step;
  const step = stepOf(form, field);
  return step && shownSteps(form, draft).includes(step) ? step.name : draft.step;
}
