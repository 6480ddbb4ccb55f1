import { slackDate } from "../blocks/date.ts";
import { code, escapeName } from "../blocks/escape.ts";
import { escapeSentence } from "../blocks/explain.ts";
import { placeInMrkdwn } from "../blocks/place.ts";
import type { AuditEntry } from "../store/audit.ts";

/** What can be done that is not said by adding "ed", in the two forms that sentences take. */
const verbs: Readonly<Record<string, readonly [base: string, past: string]>> = {
  ask: ["ask for", "asked for"],
  default: ["choose as the default", "chose as the default"],
  deny: ["deny", "denied"],
  drop: ["throw away", "threw away"],
  expect: ["mark as expected", "marked as expected"],
  forget: ["forget", "forgot"],
  give: ["give", "gave"],
  "lose-sight": ["lose sight of", "lost sight of"],
  mute: ["mute", "muted"],
  off: ["switch off", "switched off"],
  replay: ["try again", "tried again"],
  request: ["ask for", "asked for"],
  rotate: ["give new credentials to", "gave new credentials to"],
  set: ["set", "set"],
  show: ["look at", "looked at"],
  snooze: ["snooze", "snoozed"],
  stop: ["stop", "stopped"],
  take: ["take back", "took back"],
};

/** What things are called where their kind is another word. */
const nouns: Readonly<Record<string, string>> = {
  access: "access of",
  approval: "approval of",
  approvals: "rule of approvals",
  audit: "audit log",
  "audit-mirror": "copying of the audit log into a channel,",
  "backup-watch": "watch over the backups of",
  "dead-letter": "alert that could not be shown,",
  digest: "digest of costs",
  password: "password of",
  "unusual-day": "unusual day of costs of",
};

/** How much an entry in words says. */
interface Wordiness {
  /** False where a mention would call its person, as in a channel. */
  mentions?: boolean;
  /** True where what it was before and is now is said as well. */
  changes?: boolean;
}

/** An entry in mrkdwn, in one line or two: when, who, what, where, and what came of it. */
export function entryInWords(
  entry: AuditEntry,
  { mentions = true, changes = false }: Wordiness = {},
): string {
  const { at, channelId, detail, requestId } = entry;
  const place = channelId === undefined ? "" : ` ${placeInMrkdwn({ channelId })}`;
  const id = requestId === undefined ? "" : ` Request id: ${code(requestId)}.`;
  const why = detail === undefined || detail === "" ? "" : ` ${escapeSentence(detail)}`;
  const line = `${slackDate(new Date(at))} · ${personOf(entry, mentions)} ${deedOf(entry)}${place}.${why}${id}`;
  const changed = changes ? changesOf(entry) : "";
  return changed === "" ? line : `${line}\n${changed}`;
}

function personOf({ userId, userName }: AuditEntry, mentions: boolean): string {
  if (userId === "app") return userName === undefined ? "the app" : escapeName(userName);
  if (mentions) return `<@${userId}>`;
  return userName === undefined ? code(userId) : `*${escapeName(userName)}*`;
}

function deedOf({ action, subject, result }: AuditEntry): string {
  const [kind = "", act = ""] = action.split(".");
  const [base, past] = verbOf(kind, act);
  const name = subject === undefined ? "" : ` *${escapeName(subject, 100)}*`;
  const what = `${nounOf(kind, act)}${name}`.replace(/,$/, "");
  switch (result) {
    case "done":
      return `${past} the ${what}`;
    case "refused":
      return `was refused to ${base} the ${what}`;
    case "failed":
      return `tried to ${base} the ${what}, which failed`;
  }
}

function verbOf(kind: string, act: string): readonly [base: string, past: string] {
  if (isPlaceOfWork(kind)) return ["use", "used"];
  const base = act.replaceAll("-", " ");
  return verbs[act] ?? [base, base.endsWith("e") ? `${base}d` : `${base}ed`];
}

function nounOf(kind: string, act: string): string {
  if (kind === "command") return `command ${code(`/db ${act}`)}`;
  if (isPlaceOfWork(kind)) return `${kind} ${code(act)}`;
  return nouns[kind] ?? kind.replaceAll("-", " ");
}

/** Where it was refused before it was clear what would have been done. */
function isPlaceOfWork(kind: string): boolean {
  return kind === "command" || kind === "form" || kind === "button";
}

const mostChanges = 8;

function changesOf({ before, after }: AuditEntry): string {
  const [old, present] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...old.keys(), ...present.keys()])].filter((name) => !name.endsWith("Digest"));
  const shown = names.slice(0, mostChanges).map((name) => {
    const [was, is] = [old.get(name), present.get(name)];
    if (was === undefined) return `${label(name)} ${is}`;
    return is === undefined ? `${label(name)} was ${was}` : `${label(name)} ${was} → ${is}`;
  });
  const more = names.length > mostChanges ? [`${names.length - mostChanges} more`] : [];
  return [...shown, ...more].join(" · ");
}

function fieldsOf(value: AuditEntry["after"]): Map<string, string> {
  if (value === undefined || value === null) return new Map();
  if (typeof value !== "object" || Array.isArray(value)) return new Map([["value", shown(value)]]);
  return new Map(
    Object.entries(value).flatMap(([name, each]) => (each === null ? [] : [[name, shown(each)]])),
  );
}

function shown(value: NonNullable<AuditEntry["after"]>): string {
  if (typeof value === "string" && /^C[A-Z0-9]{2,}$/.test(value)) return `<#${value}>`;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return code(text.length > 80 ? `${text.slice(0, 79)}…` : text);
}

/** "minReplicaMemoryGb" as "Min replica memory gb". */
function label(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return escapeName(`${words.charAt(0).toUpperCase()}${words.slice(1)}`);
}
