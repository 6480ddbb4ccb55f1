import type { ModalView } from "@slack/types";
import { z } from "zod";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type {
  Accepted,
  Form,
  FormField,
  FormProblem,
  FormState,
  SubmittedForm,
} from "../../../platform/forms/form.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { reopenForm, startForm } from "../../../platform/forms/open.ts";
import type { ServicesContext } from "../context.ts";
import { createServiceForm } from "../form/form.ts";
import type { ProgressOf } from "../provisioning/progress.ts";
import { recordOutcome } from "../provisioning/record-outcome.ts";
import { completeStep, stepOutcome } from "../workflow/step.ts";
import * as texts from "./texts.ts";
import {
  askedIn,
  checkingView,
  closeQuestion,
  deniedText,
  stillAsked,
  wasCreatedActionId,
  wasNotActionId,
} from "./ask.ts";

/** “It was created: here is its id”: asks for the id, on top of the button's modal. */
export const wasCreatedAction: Action<ServicesContext> = {
  actionId: wasCreatedActionId,
  access: "operator",
  askedIn,
  opens: () => true,
  run: askServiceId,
};

async function askServiceId(interaction: Interaction, context: ServicesContext): Promise<Reply | undefined> {
  const asked = await stillAsked(interaction, context);
  if ("text" in asked) return asked;
  const { userId, triggerId } = interaction;
  const { channelId } = asked.provisioning.submission;
  const { messenger } = context;
  const given = { requestId: asked.provisioning.requestId };
  const show = (view: ModalView) => messenger.openModal(triggerId, view);
  await startForm(serviceIdForm, given, { userId, channelId }, show, context);
  return undefined;
}

/** “It was not: try again”: the request failed, as its person says, and the form opens again as it was. */
export const wasNotAction: Action<ServicesContext> = {
  actionId: wasNotActionId,
  access: "operator",
  askedIn,
  run: resolveAsFailed,
};

async function resolveAsFailed(
  interaction: Interaction,
  context: ServicesContext,
): Promise<Reply | undefined> {
  const asked = await stillAsked(interaction, context);
  if ("text" in asked) return asked;
  const { provisioning, unknown } = asked;
  const { requestId, submission } = provisioning;
  const message = texts.personLooked;
  const failed: ProgressOf<"failed"> = { status: "failed", message, notified: true };
  if (!(await context.requests.saveUnlessChanged(requestId, unknown, failed)))
    return resolveAsFailed(interaction, context);
  // The trigger lives 3 s, so the form comes first.
  const answer = submission.form
    ? await reopenForm([createServiceForm], { ...interaction, value: submission.form.formId }, context)
    : say(texts.nothingCreated);
  await context.unresolved.drop(requestId);
  await recordOutcome(provisioning, { verb: "create", result: "failed", detail: message });
  const question = unknown.askedIn ?? interaction.message;
  if (question) await closeQuestion(question, deniedText(submission.request), context);
  await completeStep(provisioning, stepOutcome(failed));
  return answer;
}

const Facts = z.object({ requestId: z.string() });

const ServiceId = z.string().trim().toLowerCase().pipe(z.guid());

/** The one field of the form. */
export const serviceIdField = "serviceId";

const idField: FormField = {
  name: serviceIdField,
  label: "Service id",
  help: texts.idHelp,
  input: "text",
  optional: false,
  maxLength: 100,
  placeholder: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10",
};

/** The small form that asks which service a request with a lost answer became. */
export const serviceIdForm: Form<ServicesContext> = {
  name: "service-id",
  access: "operator",
  title: "It was created",
  submit: "This is it",
  steps: [{ name: "id", title: "Its id", sections: [{ fields: [idField] }] }],
  begin: async (given) => ({ values: {}, facts: given }),
  problems,
  accept,
};

function problems({ values }: FormState): FormProblem[] {
  if (ServiceId.safeParse(values[serviceIdField]).success) return [];
  return [{ field: serviceIdField, message: texts.badId }];
}

/** Only saves the answer. The request's job then checks it at the cloud. */
async function accept(
  { formId, attempt, viewId, userId, values, facts }: SubmittedForm,
  context: ServicesContext,
): Promise<Accepted> {
  const { requestId } = Facts.parse(facts);
  const serviceId = ServiceId.parse(values[serviceIdField]);
  const asked = await stillAsked({ value: requestId, userId }, context);
  if ("text" in asked) return { view: notice("Already clear", [section(asked.text)]) };
  const { provisioning, unknown } = asked;
  const said = { ...unknown, said: { serviceId, form: { formId, attempt, viewId } } };
  if (!(await context.requests.saveUnlessChanged(requestId, unknown, said)))
    return { view: notice("Already clear", [section(texts.otherFirst)]) };
  await context.audit.record({
    at: context.now().toISOString(),
    userId,
    action: "service.resolve",
    subject: provisioning.submission.request.name ?? serviceId,
    after: { serviceId },
    result: "done",
    requestId,
  });
  await context.creations.wake(requestId, provisioning.submission);
  return { view: checkingView(serviceId) };
}
