import { defaultConnection } from "../../connections/index.ts";
import {
  type FieldProblem,
  type ServiceRequest,
  type ServiceRequestField,
  serviceRequestFieldNames,
} from "../../../platform/cloud/services/request.ts";
import { linesOf } from "../../../lib/text.ts";
import type { FormValues } from "../../../platform/forms/form.ts";
import { readAddresses, writeAddresses } from "./address-list.ts";
import { readEndpoints, writeEndpoints } from "./endpoint-list.ts";

/** What one input says: the request's value, and what is wrong with how it is written. */
interface Reading {
  value: unknown;
  problems?: string[];
}

/** The fields that are typed otherwise than they are sent. */
const readers: Partial<Record<ServiceRequestField, (text: string) => Reading>> = {
  ipAccessList: (text) => {
    const { addresses, problems } = readAddresses(text);
    return { value: addresses.length === 0 ? undefined : addresses, problems };
  },
  endpoints: (text) => {
    const { endpoints, problems } = readEndpoints(text);
    return { value: endpoints.length === 0 ? undefined : endpoints, problems };
  },
  privateEndpointIds: (text) => {
    const ids = linesOf(text).map(({ line }) => line);
    return { value: ids.length === 0 ? undefined : ids };
  },
};

/** The request that a form's counted values make, not checked yet, and what of it cannot be read. */
export function readRequest(values: FormValues): {
  request: Partial<Record<ServiceRequestField, unknown>>;
  problems: FieldProblem[];
} {
  const read = serviceRequestFieldNames.map((field) => ({ field, ...readField(field, values[field]) }));
  const given = read.filter(({ value }) => value !== undefined);
  return {
    request: Object.fromEntries(given.map(({ field, value }) => [field, value])),
    problems: read.flatMap(({ field, problems = [] }) =>
      problems.length === 0 ? [] : [{ field, message: problems.join("\n") }],
    ),
  };
}

/** The name of the connection that a form's counted values mean; where there is one only, it is not asked. */
export function connectionIn({ connection }: FormValues): string {
  return typeof connection === "string" ? connection : defaultConnection;
}

/** A request as the values of the form's inputs; a field that it leaves out is empty there. */
export function valuesOf(request: ServiceRequest): FormValues {
  const { ipAccessList, endpoints, privateEndpointIds, ...plain } = request;
  const empty = Object.fromEntries(serviceRequestFieldNames.map((field) => [field, undefined]));
  const { tier, minTotalMemoryGb, maxTotalMemoryGb } = request;
  const older = [tier, minTotalMemoryGb, maxTotalMemoryGb, privateEndpointIds];
  return {
    ...empty,
    ...plain,
    // On where nobody says otherwise (spec/api.md, "Service"); an unticked box would say false.
    idleScaling: request.idleScaling ?? true,
    ipAccessList: ipAccessList && writeAddresses(ipAccessList),
    endpoints: endpoints && writeEndpoints(endpoints),
    privateEndpointIds: privateEndpointIds?.join("\n"),
    olderFields: older.some((value) => value !== undefined) ? true : undefined,
  };
}

function readField(field: ServiceRequestField, value: unknown): Reading {
  if (typeof value !== "string") return { value };
  const text = value.trim();
  if (text === "") return { value: undefined };
  return readers[field]?.(text) ?? { value: text };
}
