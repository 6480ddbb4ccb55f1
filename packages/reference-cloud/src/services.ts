import { randomUUID } from "node:crypto";
import { createService, getService, listServices } from "./contract.ts";
import { refuse } from "./answers.ts";
import { acceptedRequest } from "./accepted-request.ts";
import { type Call, route } from "./route.ts";
import { serviceDetails } from "./service-details.ts";
import { serviceAt, type ServiceRecord } from "./service-record.ts";

const emptyServiceInBytes = 64_000_000;

/** The operations on services. */
export const serviceRoutes = {
  createService: route(createService, create),
  listServices: route(listServices, ({ organization, world }) =>
    organization.services.map((service) => shown(service, world)),
  ),
  getService: route(getService, (call) => shown(serviceInPath(call), call.world)),
};

/** The service in the path. 404 if the organization does not have it. */
export function serviceInPath({ organization, params }: Call): ServiceRecord {
  const found = organization.services.find(({ details }) => details.id === params["serviceId"]);
  return found ?? refuse(404, "There is no such service in this organization.");
}

/** The password is made here, returned, and not stored. */
function create({ body, organization, world }: Call) {
  const createdAt = world.clock.now();
  const { request, initialSizeInBytes = emptyServiceInBytes } = acceptedRequest(body, organization, {
    now: createdAt,
    backups: world.backups,
  });
  const details = serviceDetails(request, organization, { id: randomUUID(), createdAt });
  const service = { createdAt, initialSizeInBytes, details };
  organization.services.push(service);
  return { service: shown(service, world), password: world.newPassword() };
}

function shown(service: ServiceRecord, { clock, provisioningMs }: Call["world"]) {
  return serviceAt(service, clock.now(), provisioningMs);
}
