import type { Redis } from "ioredis";
import { reachingRedis } from "../../redis/connect.ts";

/** A text in Redis: the value of a key, or of a hash's field. */
export interface Entry {
  key: string;
  /** Absent if the value is no hash. */
  field?: string;
  text: string;
  /** False if it cannot be replaced, as in a list or a stream. */
  isReplaceable: boolean;
}

const scanCount = 500;

/** All texts under keys with this prefix. Those written in the meantime may be missing. */
export async function* entriesUnder(redis: Redis, prefix: string): AsyncGenerator<Entry> {
  // Escapes brackets for the pattern. A cluster's braces need no escape.
  const pattern = `${prefix.replace(/[[\]*?\\]/g, "\\$&")}*`;
  let cursor = "0";
  do {
    const from = cursor;
    const [next, keys] = await reachingRedis(() => redis.scan(from, "MATCH", pattern, "COUNT", scanCount));
    for (const key of keys) yield* entriesOf(redis, key);
    cursor = next;
  } while (cursor !== "0");
}

async function* entriesOf(redis: Redis, key: string): AsyncGenerator<Entry> {
  const type = await reachingRedis(() => redis.type(key));
  if (type === "string") {
    const text = await reachingRedis(() => redis.get(key));
    if (text !== null) yield { key, text, isReplaceable: true };
  } else if (type === "hash") {
    yield* fieldsOf(redis, key);
  } else {
    for await (const text of textsOf(redis, key, type)) yield { key, text, isReplaceable: false };
  }
}

async function* fieldsOf(redis: Redis, key: string): AsyncGenerator<Entry> {
  let cursor = "0";
  do {
    const from = cursor;
    const [next, pairs] = await reachingRedis(() => redis.hscan(key, from, "COUNT", scanCount));
    for (let index = 0; index + 1 < pairs.length; index += 2) {
      const [field = "", text = ""] = pairs.slice(index, index + 2);
      yield { key, field, text, isReplaceable: true };
    }
    cursor = next;
  } while (cursor !== "0");
}

async function* textsOf(redis: Redis, key: string, type: string): AsyncGenerator<string> {
  if (type === "set") yield* await reachingRedis(() => redis.smembers(key));
  if (type === "zset") yield* await reachingRedis(() => redis.zrange(key, "0", "-1"));
  if (type === "list") yield* listed((from) => redis.lrange(key, from, from + scanCount - 1));
  if (type === "stream") yield* streamed(redis, key);
}

async function* listed(read: (from: number) => Promise<string[]>): AsyncGenerator<string> {
  for (let from = 0; ; from += scanCount) {
    const texts = await reachingRedis(() => read(from));
    yield* texts;
    if (texts.length < scanCount) return;
  }
}

async function* streamed(redis: Redis, key: string): AsyncGenerator<string> {
  for (let from = "-"; ;) {
    const start = from;
    const found = await reachingRedis(() => redis.xrange(key, start, "+", "COUNT", scanCount));
    for (const [id, fields] of found) {
      yield* fields;
      // The bracket starts after the id.
      from = `(${id}`;
    }
    if (found.length < scanCount) return;
  }
}

/** The present entry. Undefined if it is gone. */
export async function readAgain(redis: Redis, entry: Entry): Promise<Entry | undefined> {
  const { key, field } = entry;
  const text = await reachingRedis(() => (field === undefined ? redis.get(key) : redis.hget(key, field)));
  return text === null ? undefined : { ...entry, text };
}

// Each replaces only what was read, and keeps its expiry.
const replaceString = `
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "KEEPTTL")
return 1`;
const replaceField = `
if redis.call("HGET", KEYS[1], ARGV[3]) ~= ARGV[1] then return 0 end
redis.call("HSET", KEYS[1], ARGV[3], ARGV[2])
return 1`;

/** Replaces a text. False if it has changed since it was read. */
export async function replaceEntry(
  redis: Redis,
  { key, field, text }: Entry,
  next: string,
): Promise<boolean> {
  const done = await reachingRedis(() =>
    field === undefined
      ? redis.eval(replaceString, 1, key, text, next)
      : redis.eval(replaceField, 1, key, text, next, field),
  );
  return done === 1;
}
