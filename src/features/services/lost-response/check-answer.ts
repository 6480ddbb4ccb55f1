import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Service, getService } from "../../../platform/cloud/services/service.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { refuseSubmission } from "../../../platform/forms/submit.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { endpointsOf } from "../announcement/endpoints.ts";
import { keepFound } from "../announcement/keep-created.ts";
import type { ProgressOf } from "../provisioning/progress.ts";
import { recordOutcome } from "../provisioning/record-outcome.ts";
import type { ProvisioningRequest } from "../provisioning/submission.ts";
import { closeQuestion, foundText } from "./ask.ts";
import * as texts from "./texts.ts";
import { serviceIdField, serviceIdForm } from "./interactions.ts";

type Unknown = ProgressOf<"unknown">;
type Said = NonNullable<Unknown["said"]>;

/** Checks the service that the requester named. It is believed unless the cloud says otherwise. */
export async function checkAnswer(
  provisioning: ProvisioningRequest,
  unknown: Unknown,
  said: Said,
): Promise<Step> {
  const { submission, context } = provisioning;
  const checked = await check(provisioning, said.serviceId);
  if ("problem" in checked) return refuse(provisioning, unknown, said, checked.problem);
  const kept = await resolveAsFound(provisioning, unknown, { ...checked.service, id: said.serviceId });
  if (kept === "another's") return refuse(provisioning, unknown, said, texts.anothers);
  const text = foundText(submission.request, said.serviceId);
  await context.messenger.updateModal(said.form.viewId, notice("It was created", [section(text)]));
  return "next";
}

/** The service as far as the cloud shows it, or what is wrong with its id. */
async function check(
  { submission, context }: ProvisioningRequest,
  serviceId: string,
): Promise<{ service: Partial<Service> } | { problem: string }> {
  const wanted = submission.request.name;
  try {
    const service = await context.cloudOf(submission.connection).call(getService, { serviceId });
    const isAnother = wanted !== undefined && foldName(service.name ?? wanted) !== foldName(wanted);
    return isAnother ? { problem: texts.anotherName(service.name ?? "", wanted) } : { service };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return unchecked(error);
  }
}

/** A server that does not show single services, or not to this key, cannot refute the answer. */
function unchecked(error: AppError): { service: Partial<Service> } | { problem: string } {
  if (error.unserved || error.kind === "auth" || error.kind === "forbidden") return { service: {} };
  if (error.kind === "missing") return { problem: texts.unknownId };
  return { problem: texts.cannotAsk(error.message) };
}

/** Keeps the question open, and shows the problem in the form. */
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
      message: texts.notTaken,
      problem: { field: serviceIdField, message: problem },
    },
    context,
  );
  return "next";
}

/** Saves a found service as the request's, unless it is resolved, or the service is another request's. */
export async function resolveAsFound(
  provisioning: ProvisioningRequest,
  { askedIn, reopened }: ProgressOf<"unknown">,
  { id: serviceId, name, state, endpoints }: Partial<Service> & { id: string },
): Promise<"kept" | "another's"> {
  const { requestId, submission, context } = provisioning;
  const owner = await context.origins.attribute(serviceId, requestId);
  if (owner !== requestId) return "another's";
  await keepFound(provisioning, {
    serviceId,
    name: name ?? submission.request.name ?? serviceId,
    endpoints: endpointsOf({ endpoints }),
    state,
    corrects: reopened ? {} : undefined,
  });
  await context.unresolved.drop(requestId);
  const after = { serviceId, connection: submission.connection };
  await recordOutcome(provisioning, {
    verb: "create",
    result: "done",
    detail: texts.foundLater,
    after,
  });
  if (askedIn) await closeQuestion(askedIn, foundText(submission.request, serviceId), context);
  return "kept";
}
