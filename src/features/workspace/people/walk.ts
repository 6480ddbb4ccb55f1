import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { keysLike, literally } from "../../../platform/redis/nodes.ts";
import { type Held, type KeptObject, heldAt } from "../../../platform/redis/people.ts";
import { script } from "../../../platform/redis/script.ts";
import { type Entry, entriesOf } from "../../../platform/secrets/rotation/entries.ts";
import { type SealedLocation, bindingOf } from "../../../platform/secrets/rotation/sealed-locations.ts";
import { type Sealer, sealedTextsIn } from "../../../platform/secrets/seal.ts";
import { type ErasedPerson, factsBeside, jsonIn, mentions, withoutPerson } from "./without.ts";

/** Where a workspace's data is, and what opens the sealed parts of it. */
export interface Walked {
  redis: RedisClient;
  workspaceId: string;
  sealer: Sealer;
  sealed: readonly SealedLocation[];
}

/** What becomes of an entry: it goes, its key goes, or it has another name or text. */
type Next = "entry" | "key" | { name: string; text: string };

/** The names and direct messages that records have beside a person's id. */
export async function readBeside(
  { redis, workspaceId }: Walked,
  { userId }: Pick<ErasedPerson, "userId">,
): Promise<Pick<ErasedPerson, "names" | "direct">> {
  const [names, direct] = [new Set<string>(), new Set<string>()];
  for await (const { key, text } of entriesIn(redis, workspaceId)) {
    const held = heldAt(key);
    const isOwn = key.includes(`:${userId}`);
    if (isOwn) for (const [id] of `${key} ${text}`.matchAll(/\bD[A-Z0-9]{8,}\b/g)) direct.add(id);
    if (!text.includes(userId)) continue;
    const beside = factsBeside(text, { userId }, held?.isOfPeople === true);
    for (const name of beside.names) names.add(name);
    for (const id of beside.direct) direct.add(id);
  }
  return { names: [...names], direct: [...direct] };
}

/**
 * Erases a person from every key of a workspace, as the kind of the key says. An entry that changes in the meantime stays
 * for the next walk. Returns how many changed, so a walk that returns 0 found nothing. Repeat it freely.
 */
export async function eraseInKeys(walked: Walked, person: ErasedPerson): Promise<number> {
  const { redis, workspaceId } = walked;
  let changed = await eraseInAudit(redis, workspaceId, person);
  for await (const entry of entriesIn(redis, workspaceId)) {
    if (entry.type === "stream" || entry.key === keys.erasures(workspaceId)) continue;
    const next = nextOf(entry, person, walked);
    if (next && (await put(redis, entry, next, person))) changed += 1;
  }
  return changed;
}

/** Keys of pictures and packed texts hold bytes. */
const ofBytes = /^qm:\{[^}]*\}:(?:picture|alert-body|cost-days)(?::|$)/;

async function* entriesIn(redis: RedisClient, workspaceId: string): AsyncGenerator<Entry> {
  for await (const found of keysLike(redis, `qm:{${literally(workspaceId)}}:*`))
    for (const key of found) if (!ofBytes.test(key)) yield* entriesOf(redis, key);
}

/** Undefined if nothing of the person is in it. */
function nextOf(entry: Entry, person: ErasedPerson, walked: Walked): Next | undefined {
  const { key, field = "" } = entry;
  const held = heldAt(key);
  const clear = (each: string) => withoutPerson(each, person, held?.isOfPeople);
  const { text, opened } = withSealed(entry, walked, clear);
  const isFound = [key, field, opened].some((each) => mentions(person, each));
  const erased = held?.erased ?? "pseudonym";
  if (isFound && (erased === "key" || erased === "entry")) return erased;
  const left = recordWithout(text, held, person);
  if (left === undefined) return "entry";
  const next = { name: clear(field), text: clear(left) };
  const isSame = next.name === field && next.text === entry.text && clear(key) === key;
  return isSame ? undefined : next;
}

/** The record as its kind leaves it. Undefined if it goes with the person. */
function recordWithout(text: string, held: Held | undefined, person: ErasedPerson): string | undefined {
  if (typeof held?.erased !== "function") return text;
  const record = jsonIn(text);
  if (!record || Array.isArray(record)) return text;
  const isThem = (value: unknown) => value === person.userId || person.direct.includes(String(value));
  const left = held.erased(Object.fromEntries(Object.entries(record)) satisfies KeptObject, isThem);
  if (left === undefined) return undefined;
  return Object.keys(left).length === Object.keys(record).length ? text : JSON.stringify(left);
}

/** A text with each sealed record in it changed inside and sealed again. Secrets stay closed. */
function withSealed(
  entry: Entry,
  { sealer, sealed }: Walked,
  change: (record: string) => string,
): { text: string; opened: string } {
  let { text } = entry;
  let opened = text;
  const { mend, workspaceId = "", purpose = "" } = bindingOf(entry, sealed) ?? {};
  const own = sealer.forWorkspace(workspaceId);
  for (const part of mend ? new Set(sealedTextsIn(text)) : []) {
    const record = own.open(part, purpose);
    const changed = change(record);
    opened = opened.replaceAll(part, record);
    if (mend && changed !== record) text = text.replaceAll(part, own.seal(mend(changed), purpose));
  }
  return { text, opened };
}

// Replaces or removes one entry, if it is still what was read. New ones come first, so a key keeps its lifetime.
const putScript = script(`
local key, target, kind, name, text, action, newName, newText = KEYS[1], KEYS[2], unpack(ARGV)
if kind == 'string' then
  if redis.call('get', key) ~= text then return 0 end
  if action == 'put' then redis.call('set', key, newText, 'KEEPTTL') else redis.call('del', key) end
elseif kind == 'hash' then
  if redis.call('hget', key, name) ~= text then return 0 end
  if action == 'put' then redis.call('hset', key, newName, newText) end
  if action ~= 'put' or newName ~= name then redis.call('hdel', key, name) end
elseif kind == 'list' then
  if action == 'put' then
    if redis.call('linsert', key, 'BEFORE', text, newText) < 1 then return 0 end
  end
  if redis.call('lrem', key, 1, text) == 0 then return 0 end
elseif kind == 'set' then
  if redis.call('sismember', key, text) == 0 then return 0 end
  if action == 'put' then redis.call('sadd', key, newText) end
  if text ~= newText or action ~= 'put' then redis.call('srem', key, text) end
elseif kind == 'zset' then
  local score = redis.call('zscore', key, text)
  if not score then return 0 end
  if action == 'put' then redis.call('zadd', key, score, newText) end
  if text ~= newText or action ~= 'put' then redis.call('zrem', key, text) end
end
if target ~= key and redis.call('exists', key) == 1 then
  if redis.call('exists', target) == 1 then redis.call('del', key) else redis.call('rename', key, target) end
end
return 1`);

async function put(
  redis: RedisClient,
  { key, field = "", text, type }: Entry,
  next: Next,
  person: ErasedPerson,
): Promise<boolean> {
  if (next === "key") return (await reachingRedis(() => redis.del(key))) === 1;
  const action = next === "entry" ? ["gone", "", ""] : ["put", next.name, next.text];
  const target = withoutPerson(key, person);
  return (await reachingRedis(() => putScript(redis, [key, target], [type, field, text, ...action]))) === 1;
}

// Nothing changes an entry of a stream, so a new one is made with the same ids, and takes its place.
const copyScript = script(`
for at = 1, #ARGV, 2 do redis.call('xadd', KEYS[1], ARGV[at], 'entry', ARGV[at + 1]) end
redis.call('expire', KEYS[1], ${ttlInSeconds.auditRewrite})
return #ARGV`);

// Fails if another run has replaced the log meanwhile, or an entry came that isn't copied.
const replaceScript = script(`
local log, copy, count = KEYS[1], KEYS[2], KEYS[3]
local last = redis.call('xrevrange', log, '+', '-', 'COUNT', 1)
if (redis.call('get', count) or '0') ~= ARGV[1] or not last[1] or last[1][1] ~= ARGV[2] then return 0 end
redis.call('persist', copy)
redis.call('unlink', log)
redis.call('rename', copy, log)
redis.call('incr', count)
return 1`);

const atOnce = 200;
const mostTries = 20;

/** Puts the pseudonym into the audit log. Every entry keeps its id and its place. Returns how many changed. */
async function eraseInAudit(redis: RedisClient, workspaceId: string, person: ErasedPerson): Promise<number> {
  const [log, count] = [keys.audit(workspaceId), keys.auditRewrites(workspaceId)];
  for (let tries = 0; tries < mostTries; tries += 1) {
    const before = (await reachingRedis(() => redis.get(count))) ?? "0";
    const copy = keys.auditRewrite(workspaceId, crypto.randomUUID());
    const { changed } = await readAudit(redis, log, person, async () => undefined);
    if (changed === 0) return 0;
    const { last } = await readAudit(redis, log, person, (rows) => copyScript(redis, [copy], rows));
    const isReplaced = () => replaceScript(redis, [log, copy, count], [before, last]);
    if ((await reachingRedis(isReplaced)) === 1) return changed;
    await reachingRedis(() => redis.unlink(copy));
  }
  // The next walk tries again.
  return 1;
}

/** Reads the log in order and hands on each entry as it is without the person: its id and its text. */
async function readAudit(
  redis: RedisClient,
  log: string,
  person: ErasedPerson,
  handOn: (rows: readonly string[]) => Promise<unknown>,
): Promise<{ changed: number; last: string }> {
  let [last, changed] = ["", 0];
  for (;;) {
    const from = last === "" ? "-" : `(${last}`;
    const batch = await reachingRedis(() => redis.xrange(log, from, "+", "COUNT", atOnce));
    const rows = batch.flatMap(([id, [, text = ""]]) => {
      const next = withoutPerson(text, person);
      if (next !== text) changed += 1;
      return [id, next];
    });
    if (rows.length > 0) await reachingRedis(() => handOn(rows));
    last = batch.at(-1)?.[0] ?? last;
    if (batch.length < atOnce) return { last, changed };
  }
}
