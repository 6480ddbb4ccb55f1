import { defaultConnection } from "../../connections/index.ts";
import {
  type FieldProblem,
  type ServiceRequest,
  type ServiceRequestField,
  serviceRequestFieldNames,
  serviceRequestFields,
} from "../../../platform/cloud/services/request.ts";
import { linesOf, plural } from "../../../lib/text.ts";
import type { FormValues } from "../../../platform/forms/form.ts";
import { readAddresses, readEndpoints, writeAddresses, writeEndpoints } from "./endpoint-list.ts";
import type { KnownBlock } from "@slack/types";
import { escapeMrkdwn, escapeName, exactCode } from "../../../platform/blocks/escape.ts";
import { context, divider, packed, section } from "../../../platform/blocks/text.ts";

/** What is said of a request beside what it says itself, in mrkdwn. */
interface AboutRequest {
  /** The connection it goes to; absent where there is one only. */
  connection?: string;
  /** What it will cost, and on further lines what that is based on. */
  estimate?: string | undefined;
  toKnow: readonly string[];
}

/** In the order of the steps that ask for them. */
const groups = ["basics", "size", "access", "older"] as const;

/** Everything that will be sent, in words, and what to know before it is. */
export function requestBlocks(
  request: ServiceRequest,
  { connection, estimate, toKnow }: AboutRequest,
): KnownBlock[] {
  return [
    ...(connection === undefined ? [] : [section(`*Connection:* ${escapeName(connection)}`)]),
    ...groups.flatMap((group) => groupBlocks(group, request)),
    divider(),
    ...(estimate === undefined ? [] : estimateBlocks(estimate)),
    ...packed(toKnow.map((fact) => `• ${fact}`)),
  ];
}

/** The figures as they are read, and what they are based on in small print. */
function estimateBlocks(estimate: string): KnownBlock[] {
  const [figures = "", ...basis] = estimate.split("\n");
  return [section(figures), ...(basis.length === 0 ? [] : [context(basis.join("\n"))])];
}

function groupBlocks(group: (typeof groups)[number], request: ServiceRequest): KnownBlock[] {
  const given = serviceRequestFieldNames.filter(
    (field) => serviceRequestFields[field].group === group && request[field] !== undefined,
  );
  return packed(given.map((field) => fieldInWords(field, request)));
}

type Value<Field extends ServiceRequestField> = NonNullable<ServiceRequest[Field]>;

/** A field of a request as a person reads it, in mrkdwn: its label, and its value in one or more lines. */
export function fieldInWords(field: ServiceRequestField, request: ServiceRequest): string {
  const { label, unit } = serviceRequestFields[field];
  const value = request[field];
  if (field === "encryptionKey") return line(label, keyInWords(request.encryptionKey ?? ""));
  if (field === "ipAccessList") return lines(label, (request.ipAccessList ?? []).map(addressInWords));
  if (field === "endpoints") return lines(label, (request.endpoints ?? []).map(endpointInWords));
  if (Array.isArray(value)) return lines(label, (request.privateEndpointIds ?? []).map(exactly));
  if (typeof value === "boolean") return line(label, value ? "yes" : "no");
  if (typeof value === "number") return line(label, unit ? `${value} ${unit}` : `${value}`);
  return line(label, exactly(String(value)));
}

function addressInWords({ source, description }: Value<"ipAccessList">[number]): string {
  return description === undefined
    ? exactly(source)
    : `${exactly(source)} ${inPieces(description, escapeMrkdwn)}`;
}

function endpointInWords({ protocol, enabled }: Value<"endpoints">[number]): string {
  return `${exactly(protocol)} ${enabled ? "on" : "off"}`;
}

/** A key is not shown, only how long it is, so that a cut one is noticed. */
function keyInWords(key: string): string {
  return `given, ${plural(key.length, "character")}, not shown here`;
}

function exactly(text: string): string {
  return inPieces(text, exactCode);
}

// A line must fit into a section of 3,000 characters, and escaping makes up to five of one.
const longestPiece = /.{1,500}/gsu;
// What eyes miss: double spaces, tabs and other blanks, controls, invisible signs.
const hidden = /\s\s|[^\S ]|\p{C}/u;

/** A text whole, however long it is; what continues it begins with an arrow. */
function inPieces(text: string, show: (piece: string) => string): string {
  const shown = (text.match(longestPiece) ?? [text]).map((piece) => show(piece)).join("\n↳ ");
  return hidden.test(text) ? `${shown} (holds blanks or signs that are hard to see)` : shown;
}

function line(label: string, value: string): string {
  return `*${escapeMrkdwn(label)}:* ${value}`;
}

function lines(label: string, values: readonly string[]): string {
  return [`*${escapeMrkdwn(label)}:*`, ...values.map((value) => `• ${value}`)].join("\n");
}

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

/** What a requested service is called in mrkdwn. */
export function requestedName({ name }: ServiceRequest): string {
  return name === undefined ? "the service" : escapeName(name);
}
