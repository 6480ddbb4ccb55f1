import type { Redis } from "ioredis";
import { z } from "zod";
import { foldName, truncate } from "../../lib/text.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { tryRecord } from "../redis/record.ts";
import { reachingRedis } from "../redis/connect.ts";
import { script } from "../redis/script.ts";
import { hashJson, hashText } from "../../lib/hash.ts";
import type { Logger } from "pino";

/** One change, or one look at a secret: who did what where, and what came of it. It holds no secret. */
export const AuditEntry = z.object({
  at: z.iso.datetime(),
  /** A Slack user; "app" for what the app did by itself. */
  userId: z.string(),
  /** As they are called in Slack, where it told us. */
  userName: z.string().max(80).optional(),
  /** Where they did it, if in a channel. */
  channelId: z.string().optional(),
  /** The kind of thing and what was done with it, as in "service.create", "hook.rotate", "password.show". */
  action: z.string().regex(/^[a-z][a-z-]*\.[a-z][a-z-]*$/),
  /** The name or id of what it was done with. */
  subject: z.string().max(300).optional(),
  before: z.json().optional(),
  after: z.json().optional(),
  result: z.enum(["done", "refused", "failed"]),
  /** Why it was refused or failed, or more on what was done, for people. */
  detail: z.string().max(1_000).optional(),
  /** Our id of a request to create a service, or the other server's id of its request. */
  requestId: z.string().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** An entry as it is kept: its id says where it stands among the others. */
export interface KeptAuditEntry extends AuditEntry {
  id: string;
}

/** Which entries are wanted; without a word all of them. */
export interface AuditQuery {
  since?: Date | undefined;
  /** The first moment that is not wanted any more. */
  until?: Date | undefined;
  userId?: string | undefined;
  /** Without case. */
  userName?: string | undefined;
  /** Without case: a subject, an action such as "hook.rotate", or its first word. */
  subject?: string | undefined;
  /** Only those older than that entry, for the page after it. */
  before?: string | undefined;
  limit: number;
}

/** What is remembered of who did what in one workspace; only added to, and kept for 400 days. */
export interface AuditLog {
  /** Fails as `upstream` where it cannot be written: who asked then decides whether the change may go on. */
  record(entry: AuditEntry): Promise<void>;
  /** The newest first. */
  read(query: AuditQuery): Promise<KeptAuditEntry[]>;
  /** Those that came after that one (all, where none is named), the oldest first. */
  following(id: string | undefined, limit: number): Promise<KeptAuditEntry[]>;
}

/** The id of an entry, as in "1795304131548-0". */
export const AuditEntryId = z.string().regex(/^\d{1,15}-\d{1,15}$/);

const keptMs = ttlInSeconds.audit * 1_000;
/** So many are read from Redis at once. */
const batchSize = 500;
// A list of 100 addresses with descriptions, or all that a form asks.
const longestValue = 16_000;

// The clocks of two processes differ, so that an entry may be older than the last: then it stands right after that.
const addScript = script(`
local added = redis.pcall("XADD", KEYS[1], "MINID", "~", ARGV[1], ARGV[2] .. "-*", "entry", ARGV[3])
if type(added) == "table" and added.err then
  return redis.call("XADD", KEYS[1], "MINID", "~", ARGV[1], "*", "entry", ARGV[3])
end
return added
`);

/** The audit log of one workspace: a stream in Redis. */
export function auditLog(redis: Redis, workspaceId: string): AuditLog {
  const key = keys.audit(workspaceId);

  async function read({ since, until, before, limit, ...wanted }: AuditQuery): Promise<KeptAuditEntry[]> {
    const oldest = String(Math.max(0, since?.getTime() ?? 0));
    let newest = before === undefined ? newestBefore(until) : `(${AuditEntryId.parse(before)}`;
    const found: KeptAuditEntry[] = [];
    while (found.length < limit) {
      const batch = await redis.xrevrange(key, newest, oldest, "COUNT", batchSize);
      found.push(...readable(batch).filter((entry) => isWanted(entry, wanted)));
      const last = batch.at(-1)?.[0];
      if (last === undefined || batch.length < batchSize) break;
      newest = `(${last}`;
    }
    return found.slice(0, limit);
  }

  return {
    async record(entry) {
      const atMs = Date.parse(entry.at);
      const args = [Math.max(0, atMs - keptMs), atMs, JSON.stringify(fitted(entry))];
      await reachingRedis(() => addScript(redis, [key], args));
    },
    read: (query) => reachingRedis(() => read(query)),
    async following(id, limit) {
      const first = id === undefined ? "-" : `(${AuditEntryId.parse(id)}`;
      return readable(await reachingRedis(() => redis.xrange(key, first, "+", "COUNT", limit)));
    },
  };
}

/** Whatever length its texts and values have: that something is too long must not keep it from being recorded. */
function fitted(entry: AuditEntry): AuditEntry {
  const { subject, detail, userName, before, after, ...facts } = entry;
  const texts = {
    subject: subject && truncate(subject, 300),
    detail: detail && truncate(detail, 1_000),
    userName: userName && truncate(userName, 80),
  };
  const values = { before: before && fittedValue(before), after: after && fittedValue(after) };
  // As JSON has it: what is undefined is not there.
  const whole: unknown = JSON.parse(JSON.stringify({ ...facts, ...texts, ...values }));
  return AuditEntry.parse(whole);
}

function fittedValue(value: NonNullable<AuditEntry["after"]>): AuditEntry["after"] {
  const text = JSON.stringify(value);
  return text.length <= longestValue ? value : { tooLongToKeep: true, sha256: hashText(text) };
}

function newestBefore(until: Date | undefined): string {
  return until === undefined ? "+" : `(${until.getTime()}-0`;
}

/** One broken record must not hide all others. */
function readable(batch: readonly (readonly [id: string, fields: readonly string[]])[]): KeptAuditEntry[] {
  return batch.flatMap(([id, fields]) => {
    const entry = tryRecord(AuditEntry, fields[1] ?? "");
    return entry ? [{ ...entry, id }] : [];
  });
}

function isWanted(
  entry: KeptAuditEntry,
  { userId, userName, subject }: Pick<AuditQuery, "userId" | "userName" | "subject">,
): boolean {
  if (userId !== undefined && entry.userId !== userId) return false;
  if (userName !== undefined && foldName(entry.userName ?? "") !== foldName(userName)) return false;
  if (subject === undefined) return true;
  const [kind = ""] = entry.action.split(".");
  return [entry.subject ?? "", entry.action, kind, entry.requestId ?? ""].some(
    (text) => foldName(text) === foldName(subject),
  );
}

/**
 * The same log, of which every entry is also a line of the process's log with `audit: true`, for systems that collect
 * those; whatever else is left out of it, these lines are not. One that could not be kept is there as well, as an error.
 */
export function loggedAudit<Log extends AuditLog>(audit: Log, log: Logger): Log {
  const lines = log.child({ audit: true }, { level: "info" });
  return {
    ...audit,
    async record(entry: AuditEntry) {
      try {
        await audit.record(entry);
      } catch (err) {
        lines.error({ ...entry, err }, "an audit entry could not be kept");
        throw err;
      }
      lines.info(entry, "audit");
    },
  };
}

/** What the audit log keeps of something: its settings by name, long ones as a digest, and never a secret. */
export type Summary = Readonly<Record<string, NonNullable<AuditEntry["after"]> | undefined>>;

/** What differs between two summaries, as each has it. */
export function difference(before: Summary, after: Summary): { before: Plain; after: Plain } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (summary: Summary) =>
    Object.fromEntries(changed.map((name) => [name, summary[name] ?? null] as const));
  return { before: pick(before), after: pick(after) };
}

type Plain = Record<string, NonNullable<AuditEntry["after"]> | null>;

/** A summary without what is not there. */
export function plain(summary: Summary): Plain {
  return difference({}, summary).after;
}

/** Tells one value from another, where the value itself is too long for an entry. */
export function shortHash(value: unknown): string | undefined {
  return value === undefined ? undefined : hashJson(value, 12);
}
