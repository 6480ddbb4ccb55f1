import { code, escapeName } from "../blocks/escape.ts";
import { isServiceRequestField, serviceRequestFields } from "../cloud/services/request-fields.ts";
import type { AuditEntry } from "./log.ts";
import { humanDuration } from "../../lib/duration.ts";
import { slackDate } from "../blocks/date.ts";
import { formatAmount } from "../../lib/money.ts";
import { capital, plural, truncate } from "../../lib/text.ts";

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z$/;
const amount = /^\d+(?:\.\d+)?$/;
const slackId = /^[A-Z][A-Z0-9]+$/;
const longestText = 80;

/** A field's value in mrkdwn: people and channels by name, times in the reader's zone, sizes with units. */
export function formatValue(name: string, value: Value, mentions: boolean): string {
  return (
    formatSize(name, value) ??
    formatTimes(value) ??
    formatNamed(name, value, mentions) ??
    code(truncate(formatPlain(value), longestText))
  );
}

function formatSize(name: string, value: Value): string | undefined {
  if (/credits/i.test(name) && typeof value !== "object" && amount.test(String(value)))
    return formatAmount(String(value));
  if (typeof value === "boolean") return formatPlain(value);
  if (typeof value !== "number") return undefined;
  if (name.endsWith("Minutes")) return plural(value, "minute");
  if (name.endsWith("Hours")) return plural(value, "hour");
  if (name.endsWith("Days")) return plural(value, "day");
  if (name.endsWith("Seconds")) return humanDuration(value);
  return `${value.toLocaleString("en-US")}${name.endsWith("Gb") ? " GB" : ""}`;
}

function formatTimes(value: Value): string | undefined {
  const texts = [value].flat();
  const times = texts.filter((text) => typeof text === "string").filter((text) => time.test(text));
  if (times.length === 0 || times.length < texts.length) return undefined;
  return times.map((text) => slackDate(new Date(text))).join(", ");
}

function formatNamed(name: string, value: Value, mentions: boolean): string | undefined {
  if (typeof value !== "string" || !slackId.test(value)) return undefined;
  if (/channelId$/i.test(name)) return `<#${value}>`;
  if (/(?:user|owner)Id$/i.test(name)) return formatUser({ userId: value }, mentions);
  return mentions && /groupId$/i.test(name) ? `<!subteam^${value}>` : undefined;
}

/** A person in mrkdwn. By name if mentions would notify them. */
export function formatUser(
  { userId, userName }: Pick<AuditEntry, "userId" | "userName">,
  mentions: boolean,
): string {
  if (userId === "app") return userName === undefined ? "the app" : escapeName(userName);
  if (mentions) return `<@${userId}>`;
  return userName === undefined ? code(userId) : `*${escapeName(userName)}*`;
}

/** The value without field names. */
function formatPlain(value: Value | null): string {
  if (value === null) return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(formatPlain).join(", ");
  return typeof value === "object" ? Object.values(value).map(formatPlain).join(" ") : String(value);
}

/** A part of an entry's before or after. */
type Value = NonNullable<AuditEntry["after"]>;

/** Useless to a reader: ids that find nothing, hashes, and a group's name beside its id. */
const unread = /^(?:id|groupName|sha256)$|[hH]ash$/;

/** True for a field with the id of a thing that has a name. People, groups and channels are shown by name. */
export function isIdOfThing(name: string): boolean {
  return name.endsWith("Id") && !/(?:user|owner|group|channel)Id$/i.test(name);
}

/** Labels for fields with an unclear name. */
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

/** The fields of a value by name. A nested field's name begins with its parent's, as in "escalationGroupId". */
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

/** A field's label in mrkdwn, as in "Minimum memory per replica". Empty for a value without a name. */
export function labelOf(name: string): string {
  if (isServiceRequestField(name)) return serviceRequestFields[name].label;
  // The unit is shown with the value, and an id is named after its thing.
  const plain = name.replace(/(?:Gb|Days|Hours|Minutes|Seconds|Id)$/, "").replace(/^is(?=[A-Z])/, "");
  const words = plain.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return escapeName(labels[name] ?? capital(words));
}

function isObject(value: Value): value is Extract<Value, Record<string, unknown>> {
  return typeof value === "object" && !Array.isArray(value);
}
