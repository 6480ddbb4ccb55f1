import { escapeName } from "../blocks/escape.ts";
import { isServiceRequestField, serviceRequestFields } from "../cloud/services/request-fields.ts";
import type { AuditEntry } from "./log.ts";

/** A part of what an entry has as before or after. */
export type Value = NonNullable<AuditEntry["after"]>;

/** Of no use to a reader: an id that finds nothing, a digest, and the name of a group that its id shows. */
const unread = /^(?:id|groupName|sha256)$|[dD]igest$/;

/** What fields are called whose own name does not say it. */
const labels: Readonly<Record<string, string>> = {
  credits: "Amount",
  creditsOverAMonth: "Price in 30 days over",
  dependents: "What depended on it",
  every: "How often",
  groupId: "User group",
  incidentId: "Alert",
  keepsWorldOut: "Closed to the world",
  needsAddresses: "Allowed addresses needed",
  secretGivenBy: "Secret given as",
  secretsMadeAt: "Secrets made",
  serviceId: "Service id",
  userId: "Person",
};

/** The fields of a value by name; those of an object in it have its name before theirs, as in "escalationGroupId". */
export function fieldsOf(value: AuditEntry["after"]): [name: string, value: Value][] {
  if (value === undefined || value === null) return [];
  if (!isObject(value)) return [["", value]];
  return Object.entries(value).flatMap(([name, each]): [string, Value][] => {
    if (each === null || unread.test(name)) return [];
    return isObject(each)
      ? fieldsOf(each).map(([inner, one]) => [`${name}${capital(inner)}`, one])
      : [[name, each]];
  });
}

/** What a field is called, in mrkdwn, as in "Minimum memory per replica"; empty for a value that has no name. */
export function labelOf(name: string): string {
  if (isServiceRequestField(name)) return serviceRequestFields[name].label;
  // A unit stands with its value, and an id as what it is of.
  const plain = name.replace(/(?:Gb|Hours|Minutes|Id)$/, "").replace(/^is(?=[A-Z])/, "");
  const words = plain.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return escapeName(labels[name] ?? capital(words));
}

function isObject(value: Value): value is Extract<Value, Record<string, unknown>> {
  return typeof value === "object" && !Array.isArray(value);
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
