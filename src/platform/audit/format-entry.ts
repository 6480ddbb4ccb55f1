import { z } from "zod";
import { code } from "../blocks/escape.ts";
import { Role } from "../access/role.ts";
import type { AuditEntry } from "./log.ts";
import { slackDate } from "../blocks/date.ts";
import { escapeSentence } from "../blocks/explain.ts";
import { formatChannel } from "../blocks/link.ts";
import { context as smallPrint, packed } from "../blocks/text.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import { plural } from "../../lib/text.ts";
import { fieldsOf, formatUser, formatValue, isIdOfThing, labelOf } from "./fields.ts";
import { type Phrase, phraseOf, formatThing, undonePhrase } from "./phrases.ts";

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

/** The differences in a line of mrkdwn, as in "Rules 2 → 3 · Paused yes". Empty if there are none. */
function formatChanges(
  { before, after }: AuditEntry,
  { mentions, ids }: Required<Pick<Wordiness, "mentions" | "ids">>,
): string {
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
