import { actions } from "../../../platform/blocks/button.ts";
import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { ServicesContext } from "../context.ts";
import { tellDirectly } from "../../../platform/jobs/tell.ts";
import { type OpenedApproval, shownName } from "./content.ts";
import { findDraft } from "../../../platform/forms/save.ts";
import { createServiceForm } from "../form/form.ts";
import { askedText } from "./ask.ts";
import { takeBackButton, ended } from "./message.ts";
import * as texts from "./texts.ts";
import { reopenButton } from "../../../platform/forms/open.ts";
import { refuseSubmission } from "../../../platform/forms/submit.ts";

/** Confirms the request in the requester's direct messages, with the button to take it back. */
export async function notifyAsked(approval: OpenedApproval, context: ServicesContext): Promise<void> {
  const { id, content, notes } = approval;
  if (notes.notified !== undefined) return;
  const text = askedText(content);
  const message = reply(text, [section(text), actions([takeBackButton({ id, form: content.form })])]);
  await notify(approval, message, "asked", context);
}

/** Tells the requester how it ended. If nothing is created, they get their form back. */
export async function notifyEnded(approval: OpenedApproval, context: ServicesContext): Promise<void> {
  const { content, outcome, approvedBy, notes } = approval;
  if (!outcome || outcome.kind === "withdrawn" || notes.notified === outcome.kind) return;
  const name = shownName(content);
  const how = ended(outcome, approvedBy);
  if (notes.effect === "sent") {
    const text = `${how}\n${content.act ? texts.beingDone : texts.beingCreated(name)}`;
    return notify(approval, reply(text, [section(text)]), outcome.kind, context);
  }
  const why = notes.effect === undefined ? how : `${how}\n:warning: ${escapeMrkdwn(notes.effect)}`;
  await returnForm(approval, why, context);
  const text = `${texts.yourRequest(content.act?.wish ?? texts.toCreate(name))}\n${why}`;
  const { form } = content;
  const blocks = [section(text), ...(form ? [actions([reopenButton(form.formId)])] : [])];
  await notify(approval, reply(text, blocks), outcome.kind, context);
}

/** Ends the step of the workflow that asked, unless the approved creation ends it. */
export async function endWorkflowStep(
  { content: { workflow }, outcome, notes }: OpenedApproval,
  { messenger }: ServicesContext,
): Promise<void> {
  if (!workflow || !outcome || notes.effect === "sent") return;
  const why = notes.effect ?? texts.endReasons[outcome.kind](outcome.reason);
  await messenger.completeStep(workflow.executionId, { error: `Nothing was created. ${why}` });
}

async function notify(
  { id, content }: OpenedApproval,
  message: Reply,
  state: string,
  context: ServicesContext,
): Promise<void> {
  await tellDirectly(
    { key: `approval:${id}:${state}`, userId: content.requesterId, reply: message },
    context,
  );
  await context.approvals.note(id, { notified: state });
}

/** Reopens the form as a new attempt, unless its person is at another attempt already. */
async function returnForm(
  { content: { form, requesterId: userId } }: OpenedApproval,
  message: string,
  context: ServicesContext,
): Promise<void> {
  if (!form) return;
  const draft = await findDraft(createServiceForm, { formId: form.formId, userId }, context);
  if (draft?.attempt !== form.attempt) return;
  await refuseSubmission(createServiceForm, { ...form, userId }, { message }, context);
}
