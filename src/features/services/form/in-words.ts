import { escapeMrkdwn, exactCode } from "../../../platform/blocks/escape.ts";
import {
  type ServiceRequest,
  type ServiceRequestField,
  serviceRequestFields,
} from "../../../platform/cloud/services/request.ts";
import { plural } from "../../../lib/text.ts";

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
