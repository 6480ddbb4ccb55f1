import { code, escapeMrkdwn } from "../../blocks/escape.ts";
import {
  type ServiceRequest,
  type ServiceRequestField,
  serviceRequestFields,
} from "../../cloud/service-request.ts";

type Value<Field extends ServiceRequestField> = NonNullable<ServiceRequest[Field]>;

/** A field of a request as a person reads it, in mrkdwn: its label, and its value in one or more lines. */
export function fieldInWords(field: ServiceRequestField, request: ServiceRequest): string {
  const { label, unit } = serviceRequestFields[field];
  const value = request[field];
  if (field === "encryptionKey") return line(label, keyInWords(request.encryptionKey ?? ""));
  if (field === "ipAccessList") return lines(label, (request.ipAccessList ?? []).map(addressInWords));
  if (field === "endpoints") return lines(label, (request.endpoints ?? []).map(endpointInWords));
  if (Array.isArray(value)) return lines(label, (request.privateEndpointIds ?? []).map(code));
  if (typeof value === "boolean") return line(label, value ? "yes" : "no");
  if (typeof value === "number") return line(label, unit ? `${value} ${unit}` : `${value}`);
  return line(label, code(String(value)));
}

function addressInWords({ source, description }: Value<"ipAccessList">[number]): string {
  return description === undefined ? code(source) : `${code(source)} ${escapeMrkdwn(description)}`;
}

function endpointInWords({ protocol, enabled }: Value<"endpoints">[number]): string {
  return `${code(protocol)} ${enabled ? "on" : "off"}`;
}

/** A key is not shown, only how long it is, so that a cut one is noticed. */
function keyInWords(key: string): string {
  return `given, ${key.length} characters, not shown here`;
}

function line(label: string, value: string): string {
  return `*${escapeMrkdwn(label)}:* ${value}`;
}

function lines(label: string, values: readonly string[]): string {
  return [`*${escapeMrkdwn(label)}:*`, ...values.map((value) => `• ${value}`)].join("\n");
}
