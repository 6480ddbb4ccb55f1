import type { Service } from "../../../platform/cloud/services/service.ts";
import type { KnownEndpoint } from "../provisioning/progress.ts";

/** More than any service has; a server that names more is not believed. */
const keptEndpoints = 50;

/** The endpoints that a cloud's answer names, as they are kept: four facts of each. */
export function endpointsOf({ endpoints = [] }: Pick<Service, "endpoints">): KnownEndpoint[] {
  return endpoints
    .slice(0, keptEndpoints)
    .map(({ protocol, host, port, username }) => ({ protocol, host, port, username }));
}

/** The endpoint that says most: its user name goes with the password. */
export function mainEndpoint(endpoints: readonly KnownEndpoint[]): KnownEndpoint {
  const reachable = endpoints.filter(({ host }) => host);
  return reachable.find(({ username }) => username) ?? reachable[0] ?? {};
}
