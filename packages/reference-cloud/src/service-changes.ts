import { isDeepStrictEqual } from "node:util";
import {
  ScalingChange,
  ServiceChange,
  StateChange,
  changeService,
  changeServiceState,
  deleteService,
  scaleService,
  organizationProblems,
  serviceRequestProblems,
} from "./contract.ts";
import { acceptedBody, refuseFor } from "./accepted-request.ts";
import { refuse } from "./answers.ts";
import { type Call, route } from "./route.ts";
import { type ServiceRecord, changed, serviceAt, stateAt } from "./service-record.ts";
import { type ServiceDetails, totalMemory } from "./service-details.ts";
import { serviceInPath } from "./services.ts";

/** The operations that change a service that exists. Running servers have them, the specification does not. */
export const serviceChangeRoutes = {
  changeService: route(changeService, (call) => {
    const { name, ipAccessList } = acceptedBody(ServiceChange, call.body);
    const { details } = serviceInPath(call);
    const addresses = ipAccessList ? changedAddresses(details.ipAccessList, ipAccessList) : undefined;
    return change(call, {
      ...details,
      ...(name !== undefined && { name }),
      ...(addresses && { ipAccessList: addresses }),
    });
  }),
  changeServiceState: route(changeServiceState, (call) => {
    const { command } = acceptedBody(StateChange, call.body);
    const service = serviceInPath(call);
    const at = call.world.clock.now();
    const state = stateAt(service, at, call.world.provisioningMs);
    const isThere = state.startsWith("stop") === (command === "stop");
    if (isThere) refuse(400, `The service is ${state}: it cannot ${command} now.`);
    return replace(call, changed(service, { command: { name: command, at } }, at));
  }),
  scaleService: route(scaleService, (call) => {
    const scaling = acceptedBody(ScalingChange, call.body);
    const { details } = serviceInPath(call);
    const given = Object.fromEntries(Object.entries(scaling).filter(([, value]) => value !== undefined));
    const { minReplicaMemoryGb, maxReplicaMemoryGb, ...rest } = { ...details, ...given };
    refuseFor([
      ...serviceRequestProblems({ minReplicaMemoryGb, maxReplicaMemoryGb }),
      ...organizationProblems(scaling, { ...call.organization, firstInWarehouse: details.isPrimary }),
    ]);
    return change(call, {
      ...rest,
      minReplicaMemoryGb,
      maxReplicaMemoryGb,
      ...totalMemory(minReplicaMemoryGb, maxReplicaMemoryGb),
    });
  }),
  deleteService: route(deleteService, (call) => {
    const service = serviceInPath(call);
    const { services, deleted } = call.organization;
    const at = call.world.clock.now();
    const state = stateAt(service, at, call.world.provisioningMs);
    if (state !== "stopped") refuse(400, `The service is ${state}. Stop it before you delete it.`);
    services.splice(services.indexOf(service), 1);
    deleted.push({ ...service, deletedAt: at });
    return undefined;
  }),
};

function change(call: Call, details: ServiceDetails) {
  const service = serviceInPath(call);
  if (isDeepStrictEqual(details, service.details)) return shown(service, call.world);
  return replace(call, changed(service, { details }, call.world.clock.now()));
}

function replace(call: Call, record: ServiceRecord) {
  const { services } = call.organization;
  services[services.indexOf(serviceInPath(call))] = record;
  return shown(record, call.world);
}

function shown(record: ServiceRecord, { clock, provisioningMs }: Call["world"]) {
  return serviceAt(record, clock.now(), provisioningMs);
}

type Addresses = ServiceDetails["ipAccessList"];

function changedAddresses(
  present: Addresses,
  { add = [], remove = [] }: NonNullable<ServiceChange["ipAccessList"]>,
): Addresses {
  const gone = new Set([...remove, ...add].map(({ source }) => source));
  return [...present.filter(({ source }) => !gone.has(source)), ...add];
}
