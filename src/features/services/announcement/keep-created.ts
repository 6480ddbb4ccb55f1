import { detailsOf } from "../../../platform/cloud/services/details.ts";
import type { CreatedService } from "../../../platform/cloud/services/service.ts";
import type { Step } from "../../../platform/jobs/queue.ts";
import { keepTrying } from "../../../platform/jobs/keep-trying.ts";
import type { KnownEndpoint, PasswordFate } from "../provisioning/progress.ts";
import { endpointsOf } from "./endpoints.ts";
import { passwordPurpose } from "../passwords/time.ts";
import { placeForPassword } from "../passwords/location.ts";
import type { ProgressOf } from "../provisioning/progress.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";

/**
 * Keeps what the cloud answered, with the password sealed, in one write. Both are known to this process alone, so
 * Redis being away is waited out.
 */
export async function keepCreated(
  wish: Wish,
  { service, password }: CreatedService,
  corrects?: ProgressOf<"created">["corrects"],
): Promise<Step> {
  const { requestId, submission, context } = wish;
  const sealed = password ? context.sealer.seal(password, passwordPurpose(requestId)) : undefined;
  await keepTrying(async () => {
    if (service.id !== undefined) await context.services.keepDetails(service.id, detailsOf(service));
    const created = createdNow(wish, {
      serviceId: service.id,
      name: submission.request.name ?? service.id ?? "new service",
      announced: service.state ?? "provisioning",
      endpoints: endpointsOf(service),
      password: sealed === undefined ? { fate: "none" } : await fateToCome(wish, service.id),
      ...(corrects ? { corrects } : {}),
    });
    await context.requests.saveCreated(requestId, created, sealed);
  });
  return "next";
}

/** What was found out about a service whose answer was lost. */
export interface FoundService {
  serviceId: string;
  name: string;
  endpoints?: KnownEndpoint[];
  state?: string;
  /** What its person was told before that is not so. */
  corrects?: ProgressOf<"created">["corrects"];
}

/** Keeps that a service turned out to be there, unless its own answer was faster; its password was in what was lost. */
export async function keepFound(
  wish: Wish,
  { serviceId, name, endpoints = [], state = "provisioning", corrects }: FoundService,
): Promise<Step> {
  const facts = { serviceId, name, announced: state, endpoints, ...(corrects ? { corrects } : {}) };
  const created = createdNow(wish, { ...facts, password: { fate: "lost" } });
  await wish.context.requests.replace(wish.requestId, "unknown", created);
  return "next";
}

function createdNow(
  { context }: Wish,
  facts: Omit<ProgressOf<"created">, "status" | "createdAt" | "creatorTold" | "silent">,
): ProgressOf<"created"> {
  const createdAt = context.now().toISOString();
  return { status: "created", createdAt, creatorTold: false, silent: false, ...facts };
}

async function fateToCome(wish: Wish, serviceId: string | undefined): Promise<PasswordFate> {
  const place = await placeForPassword(wish, serviceId);
  return place === undefined ? { fate: "sealed" } : { fate: "placing", place, tries: 0 };
}
