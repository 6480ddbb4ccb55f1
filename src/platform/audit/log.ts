import { z } from "zod";
import { foldName, truncate } from "../../lib/text.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { tryRecord } from "../redis/record.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { script } from "../redis/script.ts";
import { minuteMs } from "../../lib/duration.ts";
import { hashJson, hashText } from "../../lib/hash.ts";
import { windowCounts } from "../../lib/window-counts.ts";
import { asJson } from "../../lib/json.ts";
import { withoutSecret } from "../../lib/secrets-in-text.ts";

/** One change, or one reading of a secret: who, where, what, and the result. It holds no secret. */
export const AuditEntry = z.object({
  at: z.iso.datetime(),
  /** A Slack user id, or "app" for the app itself. */
  userId: z.string(),
  /** The person's name in Slack, if Slack gave it. */
  userName: z.string().max(80).optional(),
  /** The channel of the action, if there was one. */
  channelId: z.string().optional(),
  /** The way in. Absent for a click, and in entries of older versions. */
  door: z.enum(["command", "ask", "mcp"]).optional(),
  /** The kind of thing and the action, as in "service.create", "hook.rotate", "password.show". */
  action: z.string().regex(/^[a-z][a-z-]*\.[a-z][a-z-]*$/),
  /** The thing's name or id. */
  subject: z.string().max(300).optional(),
  before: z.json().optional(),
  after: z.json().optional(),
  result: z.enum(["done", "refused", "failed"]),
  /** Why it was refused or failed, or more about what was done, for people. */
  detail: z.string().max(1_000).optional(),
  /** Our id of a request to create a service, or the other server's id of its request. */
  requestId: z.string().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** A kept entry. Its id gives its position. */
export interface KeptAuditEntry extends AuditEntry {
  id: string;
}

/** Which entries to read. All of them if empty. */
export interface AuditQuery {
  since?: Date | undefined;
  /** Exclusive. */
  until?: Date | undefined;
  userId?: string | undefined;
  /** Without case. */
  userName?: string | undefined;
  /** Without case: a subject, an action such as "hook.rotate", or its first word. */
  subject?: string | undefined;
  /** Only entries older than this one, for the next page. */
  before?: string | undefined;
  limit: number;
}

/** The audit log of one workspace. Entries are only added. They are kept for 400 days by default. */
export interface AuditLog {
  /** Fails as `upstream` if it cannot be written. The caller then decides whether the change may go on. */
  record(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  read(query: AuditQuery): Promise<KeptAuditEntry[]>;
  /** Entries after this one, or all, oldest first. */
  following(id: string | undefined, limit: number): Promise<KeptAuditEntry[]>;
}

/** The id of an entry, as in "1795304131548-0". */
export const AuditEntryId = z.string().regex(/^\d{1,15}-\d{1,15}$/);

/** Entries per read from Redis. */
const batchSize = 500;
// Holds a list of 100 addresses with descriptions, or all fields of a form.
const longestValue = 16_000;

// Clocks of processes differ, so an entry may be older than the last one. It is then added right after that.
const addScript = script(`
local added = redis.pcall("XADD", KEYS[1], "MINID", "~", ARGV[1], ARGV[2] .. "-*", "entry", ARGV[3])
if type(added) == "table" and added.err then
  return redis.call("XADD", KEYS[1], "MINID", "~", ARGV[1], "*", "entry", ARGV[3])
end
return added
`);

/** The audit log of one workspace: a stream in Redis. */
export function auditLog(redis: RedisClient, workspaceId: string): AuditLog {
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
      const args = [Math.max(0, atMs - ttlInSeconds.audit * 1_000), atMs, JSON.stringify(fitted(entry))];
      await reachingRedis(() => addScript(redis, [key], args));
    },
    read: (query) => reachingRedis(() => read(query)),
    async following(id, limit) {
      const first = id === undefined ? "-" : `(${AuditEntryId.parse(id)}`;
      return readable(await reachingRedis(() => redis.xrange(key, first, "+", "COUNT", limit)));
    },
  };
}

/** An entry without what may be a secret in its texts: people's own words are in some of them. */
export function withoutSecrets(entry: AuditEntry): AuditEntry {
  const { subject, detail, before, after } = entry;
  return {
    ...entry,
    ...(subject !== undefined && { subject: withoutSecret(subject) }),
    ...(detail !== undefined && { detail: withoutSecret(detail) }),
    ...(before !== undefined && { before: valueWithoutSecrets(before) }),
    ...(after !== undefined && { after: valueWithoutSecrets(after) }),
  };
}

type Value = Exclude<AuditEntry["after"], undefined>;

function valueWithoutSecrets(value: Value): Value {
  if (typeof value === "string") return withoutSecret(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => valueWithoutSecrets(each));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, valueWithoutSecrets(each)]));
}

/** Shortens texts and values, because a long value must not prevent an entry. */
function fitted(entry: AuditEntry): AuditEntry {
  const { subject, detail, userName, before, after } = withoutSecrets(entry);
  const cut = {
    subject: subject && truncate(subject, 300),
    detail: detail && truncate(detail, 1_000),
    userName: userName && truncate(userName, 80),
    before: before && fittedValue(before),
    after: after && fittedValue(after),
  };
  return AuditEntry.parse(asJson({ ...entry, ...cut }));
}

function fittedValue(value: NonNullable<AuditEntry["after"]>): AuditEntry["after"] {
  const text = JSON.stringify(value);
  return text.length <= longestValue ? value : { tooLongToKeep: true, sha256: hashText(text) };
}

function newestBefore(until: Date | undefined): string {
  return until === undefined ? "+" : `(${until.getTime()}-0`;
}

/** One broken record must not hide the others. */
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

const refusedEveryMs = 10 * minuteMs;
const mostRefusals = 20;

/**
 * Says which entries to keep. A refusal is kept once in ten minutes for each person, thing and reason, and at most 20 of
 * a person are: whoever repeats it must not fill the log, in which people look for changes.
 */
export function refusalsOnce(nowMs: () => number): (workspaceId: string, entry: AuditEntry) => boolean {
  const limits = { windowMs: refusedEveryMs, mostKeys: 10_000, nowMs };
  const [same, ofPerson] = [windowCounts(limits), windowCounts(limits)];
  return (workspaceId, { result, userId, door, action, subject, detail }) => {
    if (result !== "refused") return true;
    const key = hashJson([workspaceId, userId, door, action, subject, detail].map((each) => each ?? null));
    return same(key).count === 1 && ofPerson(`${workspaceId} ${userId}`).count <= mostRefusals;
  };
}

/** What the audit log keeps of a thing: its settings by name, long ones as a hash, and no secret. */
export type Summary = Readonly<Record<string, NonNullable<AuditEntry["after"]> | undefined>>;

/** A hash to compare values that are too long for an entry. */
export function shortHash(value: unknown): string | undefined {
  return value === undefined ? undefined : hashJson(value, 12);
}
