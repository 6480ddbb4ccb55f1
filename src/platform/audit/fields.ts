import { code, escapeName } from "../blocks/escape.ts";
import { isServiceRequestField, serviceRequestFields } from "../cloud/services/request-fields.ts";
import type { AuditEntry } from "./log.ts";
import { slackDate } from "../blocks/date.ts";
import { formatAmount } from "../../lib/money.ts";
import { plural, truncate } from "../../lib/text.ts";
import { formatUser } from "./names.ts";

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z$/;
const amount = /^\d+(?:\.\d+)?$/;
const slackId = /^[A-Z][A-Z0-9]+$/;
const longestText = 80;

/** A field's value in mrkdwn, as people read it: who and where by name, times in the reader's zone, sizes with their unit. */
export function formatValue(name: string, value: Value, mentions: boolean): string {
  return (
    formatSize(name, value) ??
    formatTimes(value) ??
    namedInWords(name, value, mentions) ??
    code(truncate(plainWords(value), longestText))
  );
}

function formatSize(name: string, value: Value): string | undefined {
  if (/credits/i.test(name) && typeof value !== "object" && amount.test(String(value)))
    return formatAmount(String(value));
  if (typeof value === "boolean") return plainWords(value);
  if (typeof value !== "number") return undefined;
  if (name.endsWith("Minutes")) return plural(value, "minute");
  if (name.endsWith("Hours")) return plural(value, "hour");
  return `${value.toLocaleString("en-US")}${name.endsWith("Gb") ? " GB" : ""}`;
}

function formatTimes(value: Value): string | undefined {
  const texts = [value].flat();
  const times = texts.filter((text) => typeof text === "string").filter((text) => time.test(text));
  if (times.length === 0 || times.length < texts.length) return undefined;
  return times.map((text) => slackDate(new Date(text))).join(", ");
}

function namedInWords(name: string, value: Value, mentions: boolean): string | undefined {
  if (typeof value !== "string" || !slackId.test(value)) return undefined;
  if (/channelId$/i.test(name)) return `<#${value}>`;
  if (/(?:user|owner)Id$/i.test(name)) return formatUser({ userId: value }, mentions);
  return mentions && /groupId$/i.test(name) ? `<!subteam^${value}>` : undefined;
}

/** Without the names of what is in it. */
function plainWords(value: Value | null): string {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(plainWords).join(", ");
  return typeof value === "object" ? Object.values(value).map(plainWords).join(" ") : String(value);
}

/** A part of what an entry has as before or after. */
type Value = NonNullable<AuditEntry["after"]>;

/** Of no use to a reader: an id that finds nothing, a hash, and the name of a group that its id shows. */
const unread = /^(?:id|groupName|sha256)$|[hH]ash$/;

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
