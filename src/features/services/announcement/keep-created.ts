import { type CreatedService, detailsOf } from "../../../platform/cloud/services/service.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import type { KnownEndpoint, PasswordFate, ProgressOf } from "../provisioning/progress.ts";
import { endpointsOf } from "./endpoints.ts";
import { passwordLocation } from "../passwords/write.ts";
import type { ProvisioningRequest } from "../provisioning/submission.ts";
import { passwordPurpose } from "../passwords/passwords.ts";

/** Saves the cloud's answer with the sealed password in one write. Only this process has them, so it keeps trying. */
export async function keepCreated(
  provisioning: ProvisioningRequest,
  { service, password }: CreatedService,
  corrects?: ProgressOf<"created">["corrects"],
): Promise<Step> {
  const { requestId, submission, context } = provisioning;
  const sealed = password ? context.sealer.seal(password, passwordPurpose(requestId)) : undefined;
  await keepTrying(async () => {
    if (service.id !== undefined) await context.services.keepDetails(service.id, detailsOf(service));
    const created = createdNow(provisioning, {
      serviceId: service.id,
      name: submission.request.name ?? service.id ?? "new service",
      announced: service.state ?? "provisioning",
      endpoints: endpointsOf(service),
      password: sealed === undefined ? { fate: "none" } : await firstFate(provisioning, service.id),
      corrects,
    });
    await context.requests.saveCreated(requestId, created, sealed);
  });
  return "next";
}

/** A service that was found after its answer was lost. */
interface FoundService {
  serviceId: string;
  name: string;
  endpoints?: KnownEndpoint[];
  state?: string;
  /** The earlier message to its requester that is wrong. */
  corrects?: ProgressOf<"created">["corrects"];
}

/** Saves a found service, unless its own answer was faster. Its password was in the lost answer. */
export async function keepFound(
  provisioning: ProvisioningRequest,
  { serviceId, name, endpoints = [], state = "provisioning", corrects }: FoundService,
): Promise<Step> {
  const facts = { serviceId, name, announced: state, endpoints, corrects };
  const created = createdNow(provisioning, { ...facts, password: { fate: "lost" } });
  await provisioning.context.requests.update(provisioning.requestId, (now) =>
    now?.status === "unknown" ? created : undefined,
  );
  return "next";
}

function createdNow(
  { context }: ProvisioningRequest,
  facts: Omit<ProgressOf<"created">, "status" | "createdAt" | "creatorNotified" | "silent">,
): ProgressOf<"created"> {
  const createdAt = context.now().toISOString();
  return { status: "created", createdAt, creatorNotified: false, silent: false, ...facts };
}

async function firstFate(
  provisioning: ProvisioningRequest,
  serviceId: string | undefined,
): Promise<PasswordFate> {
  const location = await passwordLocation(provisioning, serviceId);
  return location === undefined ? { fate: "sealed" } : { fate: "writing", location, tries: 0 };
}
