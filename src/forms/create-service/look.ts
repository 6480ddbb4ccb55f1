import { type Service, getService, listServices } from "../../cloud/service.ts";
import type { WorkspaceContext } from "../../context.ts";
import { AppError } from "../../errors.ts";
import type { KnownEndpoint } from "../../store/request-progress.ts";
import { endpointsOf } from "./endpoints.ts";
import { ownStates } from "./service-state.ts";

type Cloud = WorkspaceContext["cloud"];

/** What the cloud tells of a service. */
export interface SeenService {
  state: string;
  endpoints: KnownEndpoint[];
}

const unreported: SeenService = { state: ownStates.unreported, endpoints: [] };

/** The service as the cloud tells it; undefined when it cannot say just now. */
export async function lookAtService(
  cloud: Cloud,
  serviceId: string | undefined,
): Promise<SeenService | undefined> {
  if (serviceId === undefined) return unreported;
  try {
    return seen(await cloud.call(getService, { serviceId }));
  } catch (error) {
    return isNoAnswer(error) ? lookAtList(cloud, serviceId) : undefined;
  }
}

/** Servers that do not answer for one service, or not to this key, may answer for all. */
async function lookAtList(cloud: Cloud, serviceId: string): Promise<SeenService | undefined> {
  try {
    const services = await cloud.call(listServices, {});
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
