import { defaultConnection } from "../../connections/index.ts";
import {
  type FieldProblem,
  ServiceRequest,
  type ServiceRequestField,
  serviceRequestFieldNames,
  serviceRequestFields,
} from "../../../platform/cloud/services/request.ts";
import { linesOf, oneLine } from "../../../lib/text.ts";
import { mentionOf } from "../../../platform/access/known-people.ts";
import { textIn } from "../../../platform/forms/state.ts";
import type { FutureOwner } from "../../owners/index.ts";
import type { FormValues } from "../../../platform/forms/form.ts";
import { readAddresses, readEndpoints, writeAddresses, writeEndpoints } from "./endpoint-list.ts";
import type { KnownBlock } from "@slack/types";
import { pickedValues } from "./pick.ts";
import { label as endLabel } from "./expires.ts";
import * as texts from "./steps/texts.ts";
import { escapeMrkdwn, escapeName, exactCode } from "../../../platform/blocks/escape.ts";
import { divider, packed, section } from "../../../platform/blocks/text.ts";

/** What is shown with a request but is not part of it, in mrkdwn. */
interface AboutRequest {
  /** The connection it goes to; absent when there is only one. */
  connection?: string | undefined;
  owner?: FutureOwner;
  /** When it ends, as plain text. */
  ends?: string | undefined;
  /** The cost in one line. */
  estimate?: string | undefined;
  toKnow: readonly string[];
  /** The backup that it begins with, in words. By default its id. */
  backup?: string | undefined;
  /** Shown above the request. */
  above?: readonly KnownBlock[];
}

/** The fields that share a line, in the order of the steps. */
const rows: readonly (readonly ServiceRequestField[])[] = [
  ["name", "provider", "region"],
  ["backupId"],
  ["numReplicas", "minReplicaMemoryGb", "maxReplicaMemoryGb", "profile", "idleScaling", "idleTimeoutMinutes"],
  ["byocId", "dataWarehouseId", "isReadonly", "releaseChannel", "privatePreviewTermsChecked"],
  ["ipAccessList", "endpoints"],
  ["encryptionKey", "encryptionAssumedRoleIdentifier", "hasTransparentDataEncryption", "complianceType"],
  ["tier", "minTotalMemoryGb", "maxTotalMemoryGb", "privateEndpointIds"],
];

/** Shows everything that will be sent, its cost, and what to know before. */
export function requestBlocks(
  request: ServiceRequest,
  { connection, owner = {}, ends, estimate, toKnow, backup, above = [] }: AboutRequest,
): KnownBlock[] {
  return [
    section(texts.reviewIntro),
    ...above,
    ...packed([...requestLines(request, connection, backup), ...ownerLines(owner), ...endLines(ends)]),
    divider(),
    ...packed([...(estimate === undefined ? [] : [estimate]), ...toKnow].map((fact) => `• ${fact}`)),
  ];
}

/** Everything that will be sent, in pieces of mrkdwn. The connection is shown if there are several. */
export function requestLines(
  request: ServiceRequest,
  connection: string | undefined,
  backup?: string,
): string[] {
  return [
    ...(connection === undefined ? [] : [`*Connection:* ${escapeName(connection)}`]),
    ...rows.flatMap((row) =>
      row.includes("backupId") && request.backupId !== undefined && backup !== undefined
        ? [line(serviceRequestFields.backupId.label, escapeMrkdwn(backup))]
        : rowLines(row, request),
    ),
  ];
}

// A longer value has a line of its own.
const shortLength = 300;
const shortList = 6;

function rowLines(row: readonly ServiceRequestField[], request: ServiceRequest): string[] {
  const all = row
    .filter((field) => request[field] !== undefined)
    .map((field) => onOneLine(formatField(field, request)));
  const short = all.filter(isShort).join(" · ");
  return [...(short === "" ? [] : [short]), ...all.filter((text) => !isShort(text))];
}

function isShort(text: string): boolean {
  return text.length <= shortLength && !text.includes("\n");
}

/** Puts a short list after its label. */
function onOneLine(text: string): string {
  const [label = "", ...items] = text.split("\n");
  const isList =
    items.length > 0 && items.length <= shortList && items.every((item) => item.startsWith("• "));
  return isList ? `${label} ${items.map((item) => item.slice(2)).join(", ")}` : text;
}

type Value<Field extends ServiceRequestField> = NonNullable<ServiceRequest[Field]>;

/** Formats a field of a request as mrkdwn: its label, and its value in one or more lines. */
export function formatField(field: ServiceRequestField, request: ServiceRequest): string {
  const { label, unit } = serviceRequestFields[field];
  const value = request[field];
  if (field === "encryptionKey") return line(label, formatKey(request.encryptionKey ?? ""));
  if (field === "ipAccessList") return lines(label, (request.ipAccessList ?? []).map(formatAddress));
  if (field === "endpoints") return lines(label, (request.endpoints ?? []).map(formatEndpoint));
  if (Array.isArray(value)) return lines(label, (request.privateEndpointIds ?? []).map(exactly));
  if (typeof value === "boolean") return line(label, value ? "yes" : "no");
  if (typeof value === "number") return line(label, unit ? `${value} ${unit}` : `${value}`);
  return line(label, exactly(String(value)));
}

function formatAddress({ source, description }: Value<"ipAccessList">[number]): string {
  return description === undefined
    ? exactly(source)
    : `${exactly(source)} ${inPieces(description, escapeMrkdwn)}`;
}

function formatEndpoint({ protocol, enabled }: Value<"endpoints">[number]): string {
  return `${exactly(protocol)} ${enabled ? "on" : "off"}`;
}

/** Shows a key's length only, so a truncated key is noticed. */
function formatKey(key: string): string {
  return texts.keyText(key.length);
}

function exactly(text: string): string {
  return inPieces(text, exactCode);
}

// A line must fit into a section of 3,000 characters, and escaping turns one character into up to five.
const longestPiece = /.{1,500}/gsu;
// What eyes miss: double spaces, other blanks, control and invisible characters.
const hidden = /\s\s|[^\S ]|\p{C}/u;

/** Shows a whole text, however long it is. Each continuation begins with an arrow. */
function inPieces(text: string, show: (piece: string) => string): string {
  const shown = (text.match(longestPiece) ?? [text]).map((piece) => show(piece)).join("\n↳ ");
  return hidden.test(text) ? `${shown} ${texts.hiddenSigns}` : shown;
}

/** A label and a value of mrkdwn. */
export function line(label: string, value: string): string {
  return `*${escapeMrkdwn(label)}:* ${value}`;
}

function lines(label: string, values: readonly string[]): string {
  return [`*${escapeMrkdwn(label)}:*`, ...values.map((value) => `• ${value}`)].join("\n");
}

/** The value that an input gives the request, and problems with how it is written. */
interface Reading {
  value: unknown;
  problems?: string[];
}

/** Readers for the fields that people type in another form than is sent. */
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

/** Reads a request, not validated yet, from a form's effective values, with a problem for each unreadable field. */
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

/** The request in a form's effective values. Undefined if it is invalid. */
export function requestIn(values: FormValues): ServiceRequest | undefined {
  return ServiceRequest.safeParse(readRequest(values).request).data;
}

/** The connection that a form's effective values name; the default one when the form does not ask for it. */
export function connectionIn({ connection }: FormValues): string {
  return typeof connection === "string" ? connection : defaultConnection;
}

/** Whom the service will belong to, in a form's effective values. */
export function ownerIn(values: FormValues): FutureOwner {
  return {
    ownerId: textIn(values, "ownerId") || undefined,
    team: oneLine(textIn(values, "team")).trim() || undefined,
  };
}

/** The owner and the team in mrkdwn. Nothing if there are neither. */
export function ownerLines({ ownerId, team }: FutureOwner): string[] {
  const parts = [
    ...(ownerId === undefined ? [] : [line("Owner", mentionOf(ownerId))]),
    ...(team === undefined ? [] : [line("Team", exactly(team))]),
  ];
  return parts.length === 0 ? [] : [parts.join(" · ")];
}

function endLines(ends: string | undefined): string[] {
  return ends === undefined ? [] : [line(endLabel, escapeMrkdwn(ends))];
}

/** Turns a request into values of the form. A field that the request leaves out is empty. */
export function valuesOf(request: ServiceRequest): FormValues {
  const { ipAccessList, endpoints, privateEndpointIds, ...plain } = request;
  const empty = Object.fromEntries(serviceRequestFieldNames.map((field) => [field, undefined]));
  const { tier, minTotalMemoryGb, maxTotalMemoryGb } = request;
  const older = [tier, minTotalMemoryGb, maxTotalMemoryGb, privateEndpointIds];
  return {
    ...empty,
    ...plain,
    ...pickedValues({ field: "byocId", pick: "ownCloud" }, request),
    ...pickedValues({ field: "dataWarehouseId", pick: "warehouse" }, request),
    // On by default (spec/api.md, "Service"); an unticked box would say false.
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

/** The name of a requested service, in mrkdwn. */
export function requestedName({ name }: ServiceRequest): string {
  return name === undefined ? "the service" : escapeName(name);
}
