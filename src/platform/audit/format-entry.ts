import { z } from "zod";
import { shortWeekdays } from "../../lib/day.ts";
import { humanDuration } from "../../lib/duration.ts";
import { formatAmount } from "../../lib/money.ts";
import { capital, plural, truncate } from "../../lib/text.ts";
import { erasedName, isErased } from "../access/known-people.ts";
import { Role } from "../access/role.ts";
import { slackDate } from "../blocks/date.ts";
import { code, escapeName, formatChannel } from "../blocks/escape.ts";
import { escapeSentence } from "../blocks/explain.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import { context as smallPrint, packed } from "../blocks/text.ts";
import { isServiceRequestField, serviceRequestFields } from "../cloud/services/request-fields.ts";
import type { AuditEntry } from "./log.ts";
import { type Phrase, formatThing, phraseOf, undonePhrase } from "./phrases.ts";

/** What was done or refused, in mrkdwn after its person, as in "was not allowed to rotate the hook *checkout*". */
function formatAction(entry: AuditEntry): string {
  const [kind = "", verb = ""] = entry.action.split(".");
  if (isEntryPoint(kind)) return withResult(["use {it}", "used {it}"], useOf(kind, verb), entry);
  const thing = grantedIn(entry) ?? formatThing(kind, verb, entry.subject);
  const undone = entry.result === "done" ? undefined : undonePhrase(kind, verb);
  return undone === undefined ? withResult(phraseOf(kind, verb), thing, entry) : fill(undone, thing, entry);
}

function withResult([base, past]: Phrase, thing: string, entry: AuditEntry): string {
  switch (entry.result) {
    case "done":
      return fill(past, thing, entry);
    case "refused":
      return `wasn't allowed to ${fill(base, thing, entry)}`;
    case "failed":
      return `couldn't ${fill(base, thing, entry)}`;
  }
}

function fill(words: string, thing: string, entry: AuditEntry): string {
  // In one pass, because a name may contain a placeholder.
  return words.replace(/\{it\}|\{role\}/g, (sign) => (sign === "{it}" ? thing : roleIn(entry)));
}

const Given = z.object({
  role: Role,
  channelId: z
    .string()
    .regex(/^[A-Z0-9]+$/)
    .optional(),
});

function givenIn({ before, after }: AuditEntry) {
  return Given.safeParse(after ?? before).data;
}

function roleIn(entry: AuditEntry): string {
  const given = givenIn(entry);
  return given ? `the ${given.role} role` : "a role";
}

/** Slack does not always give a granted channel's name. Its token notifies no one. */
function grantedIn(entry: AuditEntry): string | undefined {
  const channelId = entry.action.startsWith("access.") ? givenIn(entry)?.channelId : undefined;
  return channelId === undefined ? undefined : `<#${channelId}>`;
}

/** True if the entry was refused before it was clear what it would do. */
function isEntryPoint(kind: string): boolean {
  return kind === "command" || kind === "form" || kind === "button";
}

function useOf(kind: string, verb: string): string {
  return kind === "command" ? `the command ${code(`/db ${verb}`)}` : `the ${kind} ${code(verb)}`;
}

/** How much an entry's text contains. */
interface Wordiness {
  /** False if a mention would notify its person, as in a channel. */
  mentions?: boolean;
  /** True to add what changed. */
  changes?: boolean;
  /** True to add the ids of requests and things. */
  ids?: boolean;
}

/** An entry in mrkdwn, in one or two lines: when, who, where, what and the result. */
export function formatEntry(
  entry: AuditEntry,
  { mentions = true, changes = false, ids = false }: Wordiness = {},
): string {
  const { at, channelId, detail, requestId } = entry;
  // Before the action: "gave a role in #a" would sound like a role of #a.
  const channel = channelId === undefined ? "" : `, ${formatChannel({ channelId })},`;
  const id = ids && requestId !== undefined ? ` Request id: ${code(requestId)}.` : "";
  const why = detail === undefined || detail === "" ? "" : ` ${escapeSentence(detail)}`;
  const line = `${slackDate(new Date(at))} · ${formatUser(entry, mentions)}${channel} ${formatAction(entry)}.${why}${id}`;
  const changed = changes ? formatChanges(entry, { mentions, ids }) : "";
  return changed === "" ? line : `${line}\n${changed}`;
}

const mostShown = 8;
const removal = /\.(?:delete|remove|revoke|stop|cancel|end|forget|disconnect|off|none)$/;

/** The differences in a line of mrkdwn, as in "Rules 2 → 3 · Paused yes". Empty if there are none. */
function formatChanges(
  { action, before, after }: Pick<AuditEntry, "action" | "before" | "after">,
  { mentions, ids }: Required<Pick<Wordiness, "mentions" | "ids">>,
): string {
  // What a removal took away is what there was, without "none" behind each. A change says "none".
  if (after === undefined && before !== undefined && removal.test(action))
    return formatChanges({ action, after: before }, { mentions, ids });
  const [old, present] = [valuesOf(before, mentions), valuesOf(after, mentions)];
  const names = [...new Set([...old.keys(), ...present.keys()])];
  const changed = names.filter((name) => old.get(name) !== present.get(name) && (ids || !isIdOfThing(name)));
  const shown = changed
    .slice(0, mostShown)
    .map((name) => `${labelOf(name)} ${changeOf(old.get(name), present.get(name))}`.trim());
  const more = changed.length > mostShown ? [`${changed.length - mostShown} more`] : [];
  return [...shown, ...more].join(" · ");
}

function changeOf(was: string | undefined, is: string | undefined): string {
  if (was === undefined) return is ?? "";
  return `${was} → ${is ?? (was === "yes" ? "no" : "none")}`;
}

function valuesOf(value: AuditEntry["after"], mentions: boolean): Map<string, string> {
  return new Map(fieldsOf(value).map(([name, each]) => [name, formatValue(name, each, mentions)]));
}

// A message holds 8,500 characters.
const mostText = 7_000;

/** Entries for a channel, without mentions. Counts those that do not fit. */
export function formatEntries(entries: readonly AuditEntry[]): Reply {
  const lines = entries.map((entry) => formatEntry(entry, { mentions: false }));
  const count = howManyFit(lines, mostText);
  const shown = lines.slice(0, count);
  const small =
    count === lines.length
      ? `From the audit log (${code("/db admin audit")}).`
      : `And ${plural(lines.length - count, "more entry", "more entries")}. See them all with ${code("/db admin audit")}.`;
  return reply([...shown, small].join("\n"), [...packed(shown), smallPrint(small)]);
}

/** The number of lines, from the first, that fit. */
export function howManyFit(lines: readonly string[], most: number): number {
  let length = 0;
  const tooMany = lines.findIndex((line) => (length += line.length + 1) > most);
  return tooMany === -1 ? lines.length : tooMany;
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z$/;
const amount = /^\d+(?:\.\d+)?$/;
const slackId = /^[A-Z][A-Z0-9]+$/;
const longestText = 80;

/** A field's value in mrkdwn: people and channels by name, times in the reader's zone, sizes with units. */
function formatValue(name: string, value: Value, mentions: boolean): string {
  return (
    formatSize(name, value) ??
    formatTimes(name, value) ??
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

function formatTimes(name: string, value: Value): string | undefined {
  if (name === "days") return shortWeekdays(z.array(z.int()).catch([]).parse(value));
  if (name === "to" && value === "00:00") return code("24:00");
  const texts = [value].flat();
  const times = texts.filter((text) => typeof text === "string").filter((text) => time.test(text));
  if (times.length === 0 || times.length < texts.length) return undefined;
  return times.map((text) => slackDate(new Date(text))).join(", ");
}

function formatNamed(name: string, value: Value, mentions: boolean): string | undefined {
  if (typeof value !== "string" || !slackId.test(value)) return undefined;
  if (/channelId$/i.test(name)) return /^[UWD]/.test(value) ? "direct messages" : `<#${value}>`;
  if (/(?:user|owner)Id$/i.test(name)) return formatUser({ userId: value }, mentions);
  return mentions && /groupId$/i.test(name) ? `<!subteam^${value}>` : undefined;
}

/** A person in mrkdwn. By name if mentions would notify them. */
function formatUser(
  { userId, userName }: Pick<AuditEntry, "userId" | "userName">,
  mentions: boolean,
): string {
  if (userId === "app") return userName === undefined ? "the app" : escapeName(userName);
  if (isErased(userId)) return `${erasedName} ${code(userId)}`;
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
function isIdOfThing(name: string): boolean {
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
function fieldsOf(value: AuditEntry["after"]): [name: string, value: Value][] {
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
function labelOf(name: string): string {
  if (isServiceRequestField(name)) return serviceRequestFields[name].label;
  // The unit is shown with the value, and an id is named after its thing.
  const plain = name.replace(/(?:Gb|Days|Hours|Minutes|Seconds|Id)$/, "").replace(/^is(?=[A-Z])/, "");
  const words = plain.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
  return escapeName(labels[name] ?? capital(words));
}

function isObject(value: Value): value is Extract<Value, Record<string, unknown>> {
  return typeof value === "object" && !Array.isArray(value);
}
