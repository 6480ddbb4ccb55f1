import type { ModalView } from "@slack/types";
import { z } from "zod";
import { JsonText } from "../../lib/json.ts";
import { actions, button } from "../blocks/button.ts";
import { slackDate } from "../blocks/date.ts";
import { escapeName } from "../blocks/escape.ts";
import { modal } from "../blocks/view-blocks.ts";
import { type Reply, say } from "../blocks/reply.ts";
import { section } from "../blocks/text.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Asker } from "../access/asker.ts";
import { drawForm } from "./draw.ts";
import type { Draft } from "./drafts.ts";
import { changeDraft, findDraft, newDraft, onLatest, saveDraft } from "./save.ts";
import type { Form, FormPerson, FormValues } from "./form.ts";
import type { Action, Interaction } from "./interaction.ts";
import { closedView, goneView } from "./notice.ts";
import { fetchAfter } from "./page.ts";
import { shownSteps, stepNamed } from "./state.ts";
import { buttonTexts, notYours, startingOver, unfinished } from "./texts.ts";

const resumeActionId = "form-resume";
const startOverActionId = "form-start-over";
const reopenActionId = "form-again";

/** Opens a form, or asks whether to continue an unfinished one. `leftOut` are words of its person that no field has. */
export async function openForm(
  form: Form,
  given: FormValues,
  asker: Asker,
  triggerId: string,
  context: WorkspaceContext,
  leftOut?: readonly string[],
): Promise<void> {
  const { messenger } = context;
  const current = form.resumes ? await context.drafts.current(asker.userId) : undefined;
  const left = current?.touched && !current.submitted && current.form === form.name ? current : undefined;
  const beside = left && form.beside?.(given, left);
  const begun = await newDraft(form, beside ?? given, asker, context);
  const draft = leftOut?.length ? { ...begun, leftOut: [...leftOut] } : begun;
  if (left && !beside) {
    await Promise.all([
      messenger.openModal(triggerId, offerView(form, left, given)),
      noteOffer(form, left, asker, context),
    ]);
    return;
  }
  // The unfinished one stays the present draft.
  const fresh = beside ? { ...draft, isBeside: true } : draft;
  await showNew(form, fresh, (view) => messenger.openModal(triggerId, view), context);
}

/** The channel of the new command, because the offer's buttons are in a modal, which has none. */
async function noteOffer(
  form: Form,
  left: Draft,
  { channelId }: Asker,
  context: WorkspaceContext,
): Promise<void> {
  if (left.offeredIn === channelId) return;
  await changeDraft(form, left, context, (latest) => ({ ...latest, offeredIn: channelId }));
}

/** Shows a view and returns its modal. */
type Show = (view: ModalView) => Promise<{ viewId: string }>;

/** Opens a new form, whatever other drafts there are, and fetches slow facts. It is saved before it shows. */
export async function startForm(
  form: Form,
  given: FormValues,
  person: FormPerson,
  show: Show,
  context: WorkspaceContext,
): Promise<void> {
  await showNew(form, await newDraft(form, given, person, context), show, context);
}

/** Opens a new form above the modal that was clicked in, if the click wasn't in a message. */
export async function startFormAbove(
  form: Form,
  given: FormValues,
  { userId, channelId, triggerId, viewId }: Interaction,
  context: WorkspaceContext,
): Promise<undefined> {
  const { messenger } = context;
  const show = (view: ModalView) =>
    viewId === undefined
      ? messenger.openModal(triggerId, view)
      : messenger.pushModal(triggerId, view, viewId);
  await startForm(form, given, { userId, channelId }, show, context);
}

async function showNew(form: Form, draft: Draft, show: Show, context: WorkspaceContext): Promise<void> {
  await saveDraft(form, draft, context);
  const { viewId } = await show(drawForm(form, draft));
  await fetchAfter(form, "", { ...draft, viewId }, context);
}

/** Shows a saved draft as it is, and fetches missing facts. */
async function showKept(form: Form, draft: Draft, show: Show, context: WorkspaceContext): Promise<void> {
  const { viewId } = await show(drawForm(form, draft));
  const open = await changeDraft(form, draft, context, (latest) => ({ ...latest, viewId }));
  if (open) await fetchAfter(form, open.step, open, context);
}

/** Shows a view in the clicked button's modal, or in a new one. */
function whereTheButtonIs({ viewId, triggerId }: Interaction, { messenger }: WorkspaceContext): Show {
  return async (view) => {
    if (viewId === undefined) return messenger.openModal(triggerId, view);
    await messenger.updateModal(viewId, view);
    return { viewId };
  };
}

/** The button that brings a form back with its input, in its own modal or a new one. */
export function reopenButton(formId: string) {
  return button({
    text: buttonTexts.reopen,
    actionId: reopenActionId,
    value: formId,
  });
}

/** The two buttons for a draft: continue, or start over. */
export function resumeButtons(draft: Draft, given: FormValues = {}) {
  return [
    {
      ...button({ text: buttonTexts.resume, actionId: resumeActionId, value: draft.formId }),
      style: "primary" as const,
    },
    button({ text: buttonTexts.startOver, actionId: startOverActionId, value: startText(draft, given) }),
  ];
}

// https://docs.slack.dev/reference/block-kit/block-elements/button-element
const buttonValueLength = 2000;

/** The value of a button that starts over. */
const DraftStart = z.object({ form: z.string(), given: z.record(z.string(), z.unknown()) });

/** Values that are too long for a button are left out. */
function startText({ form }: Draft, given: FormValues): string {
  const draftStart: z.input<typeof DraftStart> = { form, given };
  const text = JSON.stringify(draftStart);
  return text.length <= buttonValueLength ? text : JSON.stringify({ ...draftStart, given: {} });
}

/** A draft in mrkdwn: its name, its step, its age. */
export function formatDraft(form: Form, draft: Draft): string {
  const name = draft.values["name"];
  const called = typeof name === "string" && name !== "" ? escapeName(name) : undefined;
  const step = stepNamed(form, draft, draft.step);
  const position = shownSteps(form, draft)
    .filter(({ finish }) => !finish)
    .indexOf(step);
  const at = step.finish ? step.title : `step ${position + 1}, ${step.title}`;
  return unfinished(called, at, slackDate(new Date(draft.savedAt)));
}

/** The modal that asks whether to continue a draft. */
function offerView(form: Form, draft: Draft, given: FormValues): ModalView {
  const isAskedFor = Object.keys(given).length > 0;
  return modal({
    callbackId: "form-offer",
    title: form.title,
    close: buttonTexts.cancel,
    blocks: [
      section(formatDraft(form, draft)),
      actions(resumeButtons(draft, given)),
      section(startingOver(isAskedFor)),
    ],
  });
}

/** The actions of these buttons, for all forms. */
export function draftActions(known: readonly Form[]): Action[] {
  const action = (actionId: string, askedIn: Action["askedIn"], run: typeof reopenForm): Action => ({
    actionId,
    access: "operator",
    askedIn,
    opens: ({ viewId }) => viewId === undefined,
    run: (interaction, context) => run(known, interaction, context),
  });
  return [
    action(resumeActionId, formAskedIn, resume),
    action(startOverActionId, offeredIn, startOver),
    action(reopenActionId, formAskedIn, reopenForm),
  ];
}

type Reading = Pick<WorkspaceContext, "drafts">;

/** The channel in which a button's form was requested by its own person. */
export async function formAskedIn(
  { value: formId, userId }: Interaction,
  { drafts }: Reading,
): Promise<string | undefined> {
  const draft = await drafts.find(formId);
  return draft?.userId === userId ? draft.channelId : undefined;
}

/** The channel in which the person was last asked, in the clicked modal, whether to continue. */
async function offeredIn({ viewId, userId }: Interaction, { drafts }: Reading): Promise<string | undefined> {
  return viewId === undefined ? undefined : (await drafts.current(userId))?.offeredIn;
}

async function resume(
  known: readonly Form[],
  interaction: Interaction,
  context: WorkspaceContext,
): Promise<undefined> {
  const { value: formId, userId } = interaction;
  const kept = await context.drafts.find(formId);
  const form = known.find(({ name }) => name === kept?.form);
  const draft = form && (await findDraft(form, { formId, userId }, context));
  const show = whereTheButtonIs(interaction, context);
  if (!form || !draft || draft.submitted) return void (await show(closedView(draft)));
  await showKept(form, draft, show, context);
}

async function startOver(
  known: readonly Form[],
  interaction: Interaction,
  context: WorkspaceContext,
): Promise<undefined> {
  const { data: draftStart } = JsonText.pipe(DraftStart).safeParse(interaction.value);
  const form = known.find((each) => each.name === draftStart?.form && each.resumes);
  const show = whereTheButtonIs(interaction, context);
  if (!form || !draftStart) return void (await show(goneView()));
  const channelId = (await offeredIn(interaction, context)) ?? interaction.channelId;
  await startForm(form, draftStart.given, { userId: interaction.userId, channelId }, show, context);
}

/**
 * Brings back the form with the id in the interaction's value. A submitted one becomes a new attempt. A person can
 * reopen only their own.
 */
export async function reopenForm(
  known: readonly Form[],
  interaction: Interaction,
  context: WorkspaceContext,
): Promise<Reply | undefined> {
  const { value: formId, userId } = interaction;
  const kept = await context.drafts.find(formId);
  if (kept && kept.userId !== userId) return say(notYours);
  const form = known.find(({ name }) => name === kept?.form);
  const draft = form && (await onLatest(() => nextAttempt(form, { formId, userId }, context)));
  const show = whereTheButtonIs(interaction, context);
  if (form && draft) await showKept(form, draft, show, context);
  else await show(goneView());
  return undefined;
}

async function nextAttempt(
  form: Form,
  key: Pick<Draft, "formId" | "userId">,
  context: WorkspaceContext,
): Promise<Draft | undefined> {
  const draft = await findDraft(form, key, context);
  if (!draft?.submitted) return draft;
  return saveDraft(form, { ...draft, submitted: false, attempt: draft.attempt + 1 }, context);
}
