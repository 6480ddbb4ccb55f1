import { type Service, getService } from "../../../platform/cloud/services/service.ts";
import { AppError } from "../../../lib/errors.ts";
import type { KnownEndpoint } from "../provisioning/progress.ts";
import { endpointsOf } from "./endpoints.ts";
import { ownStates } from "./service-state.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";

/** What the cloud tells of a service. */
export interface SeenService {
  state: string;
  endpoints: KnownEndpoint[];
}

const unreported: SeenService = { state: ownStates.unreported, endpoints: [] };

/** The service as the cloud tells it; undefined when it cannot say just now. */
export async function lookAtService(
  wish: Wish,
  serviceId: string | undefined,
): Promise<SeenService | undefined> {
  if (serviceId === undefined) return unreported;
  const { submission, context } = wish;
  try {
    return seen(await context.cloudOf(submission.connection).call(getService, { serviceId }));
  } catch (error) {
    return isNoAnswer(error) ? lookAtList(wish, serviceId) : undefined;
  }
}

/** Servers that do not answer for one service, or not to this key, may answer for all; so many looks are one. */
async function lookAtList(
  { submission, context }: Wish,
  serviceId: string,
): Promise<SeenService | undefined> {
  try {
    const services = await context.servicesSince(submission.connection, context.now());
    // A new service may take a while to be listed.
    const service = services.find(({ id }) => id === serviceId);
    return service && seen(service);
  } catch (error) {
    return isNoAnswer(error) ? unreported : undefined;
  }
}

function seen(service: Service): SeenService {
  return { state: service.state ?? ownStates.unreported, endpoints: endpointsOf(service) };
}

/** True where this cloud, or this key, will not answer; a failure that passes is not, and a bug goes up. */
function isNoAnswer(error: unknown): boolean {
  if (!(error instanceof AppError) || error.kind === "bug") throw error;
  return error.kind === "missing" || error.kind === "forbidden";
}
