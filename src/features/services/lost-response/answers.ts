import type { ModalView } from "@slack/types";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../context.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { startForm, reopenForm } from "../../../platform/forms/open.ts";
import { serviceIdField, serviceIdForm } from "./service-id-form.ts";
import { askedIn, closeQuestion, stillAsked, wasCreatedActionId, wasNotActionId } from "./ask.ts";
import type { ProgressOf } from "../provisioning/progress.ts";
import { createServiceForm } from "../form/form.ts";
import { recordOutcome } from "../provisioning/record-outcome.ts";
import { deniedText, foundText } from "./texts.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Service, getService } from "../../../platform/cloud/services/service.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { AppError } from "../../../lib/errors.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { resolveAsFound } from "./resolve-as-found.ts";
import { foldName } from "../../../lib/text.ts";
import type { ProvisioningRequest } from "../provisioning/submission.ts";
import { completeStep, stepOutcome } from "../workflow/step.ts";
import { refuseSubmission } from "../../../platform/forms/submit.ts";

/** “It was created: here is its id”: asks for the id, on top of the modal that the button stands in. */
export const wasCreatedAction: Action<ServicesContext> = {
  actionId: wasCreatedActionId,
  access: "operator",
  askedIn,
  opens: () => true,
  run,
};

async function run(interaction: Interaction, context: ServicesContext): Promise<Reply | undefined> {
  const asked = await stillAsked(interaction, context);
  if ("text" in asked) return asked;
  const { userId, triggerId, viewId } = interaction;
  const { channelId } = asked.provisioning.submission;
  const { messenger } = context;
  const given = { requestId: asked.provisioning.requestId };
  const show = (view: ModalView) =>
    viewId === undefined ? messenger.openModal(triggerId, view) : messenger.pushModal(triggerId, view);
  await startForm(serviceIdForm, given, { userId, channelId }, show, context);
  return undefined;
}

/** “It was not: try again”: the request has failed, by its person's word, and the form is open again as it was. */
export const wasNotAction: Action<ServicesContext> = {
  actionId: wasNotActionId,
  access: "operator",
  askedIn,
  run: pressWasNot,
};

async function pressWasNot(interaction: Interaction, context: ServicesContext): Promise<Reply | undefined> {
  const asked = await stillAsked(interaction, context);
  if ("text" in asked) return asked;
  const { provisioning, unknown } = asked;
  const { requestId, submission } = provisioning;
  const failed: ProgressOf<"failed"> = {
    status: "failed",
    message: "Its person looked, and it is not there.",
    told: true,
  };
  if (!(await context.requests.saveUnlessChanged(requestId, unknown, failed)))
    return pressWasNot(interaction, context);
  // The trigger lives 3 s, so the form comes first.
  const answer = await reopen(interaction, submission.form?.formId, context);
  await context.unresolved.drop(requestId);
  await recordOutcome(provisioning, { verb: "create", result: "failed", detail: failed.message });
  const question = unknown.askedIn ?? interaction.message;
  if (question) await closeQuestion(question, deniedText(submission.request), context);
  await completeStep(provisioning, stepOutcome(failed));
  return answer;
}

async function reopen(
  interaction: Interaction,
  formId: string | undefined,
  context: ServicesContext,
): Promise<Reply | undefined> {
  if (formId === undefined) return say("Nothing was created, then. Run the workflow again to try again.");
  return reopenForm([createServiceForm], { ...interaction, value: formId }, context);
}

type Unknown = ProgressOf<"unknown">;
type Said = NonNullable<Unknown["said"]>;

/** Its person said which service a request became: believed unless the cloud says otherwise. */
export async function checkAnswer(
  provisioning: ProvisioningRequest,
  unknown: Unknown,
  said: Said,
): Promise<Step> {
  const { submission, context } = provisioning;
  const checked = await check(provisioning, said.serviceId);
  if ("problem" in checked) return refuse(provisioning, unknown, said, checked.problem);
  const kept = await resolveAsFound(provisioning, unknown, { ...checked.service, id: said.serviceId });
  if (kept === "another's")
    return refuse(provisioning, unknown, said, "This service was made by another request. Check the id.");
  const text = foundText(submission.request, said.serviceId);
  await context.messenger.updateModal(said.form.viewId, notice("It was created", [section(text)]));
  return "next";
}

/** The service as the cloud tells it, as far as it does; what is wrong with the id in words, where something is. */
async function check(
  { submission, context }: ProvisioningRequest,
  serviceId: string,
): Promise<{ service: Partial<Service> } | { problem: string }> {
  const wanted = submission.request.name;
  try {
    const service = await context.cloudOf(submission.connection).call(getService, { serviceId });
    const isAnother = wanted !== undefined && foldName(service.name ?? wanted) !== foldName(wanted);
    return isAnother ? { problem: anotherName(service.name ?? "", wanted) } : { service };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return unchecked(error);
  }
}

/** Servers that do not tell of one service, or not to this key, cannot say no either. */
function unchecked(error: AppError): { service: Partial<Service> } | { problem: string } {
  if (error.unserved || error.kind === "auth" || error.kind === "forbidden") return { service: {} };
  if (error.kind === "missing") return { problem: "The cloud knows no service with this id. Check the id." };
  return { problem: `The cloud could not be asked about it. ${error.message}` };
}

function anotherName(name: string, wanted: string): string {
  return `The service with this id is called “${name}”, not “${wanted}”. Check the id.`;
}

/** The question stands as before, and the form shows what is wrong, if it is still open. */
async function refuse(
  provisioning: ProvisioningRequest,
  unknown: Unknown,
  said: Said,
  problem: string,
): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  const { said: _said, ...asked } = unknown;
  if (!(await context.requests.saveUnlessChanged(requestId, unknown, asked))) return "next";
  await refuseSubmission(
    serviceIdForm,
    { ...said.form, userId: submission.userId },
    {
      message: "*It could not be taken for the service that you asked for.*",
      problem: { field: serviceIdField, message: problem },
    },
    context,
  );
  return "next";
}
