import type { Service } from "../../../platform/cloud/services/service.ts";
import { keepFound } from "../announcement/keep-created.ts";
import { endpointsOf } from "../announcement/endpoints.ts";
import type { ProgressOf } from "../provisioning/progress.ts";
import { recordOutcome } from "../provisioning/record-outcome.ts";
import { closeQuestion } from "./ask.ts";
import { foundText } from "./texts.ts";
import type { ProvisioningRequest } from "../provisioning/submission.ts";

/** What is known of a found service; its id at least. */
export type Found = Partial<Service> & { id: string };

/** Keeps that a service turned out to be a request's, unless that is settled or another request has it. */
export async function resolveAsFound(
  provisioning: ProvisioningRequest,
  { askedIn, reopened }: ProgressOf<"unknown">,
  { id: serviceId, name, state, endpoints }: Found,
): Promise<"kept" | "another's"> {
  const { requestId, submission, context } = provisioning;
  const owner = await context.origins.attribute(serviceId, requestId);
  if (owner !== requestId) return "another's";
  await keepFound(provisioning, {
    serviceId,
    name: name ?? submission.request.name ?? serviceId,
    endpoints: endpointsOf({ endpoints }),
    ...(state === undefined ? {} : { state }),
    ...(reopened ? { corrects: {} } : {}),
  });
  await context.unresolved.drop(requestId);
  const after = { serviceId, connection: submission.connection };
  await recordOutcome(provisioning, {
    verb: "create",
    result: "done",
    detail: "Found after its answer was lost.",
    after,
  });
  if (askedIn) await closeQuestion(askedIn, foundText(submission.request, serviceId), context);
  return "kept";
}
