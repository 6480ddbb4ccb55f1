import { type RedisClient, reachingRedis } from "../../redis/connect.ts";
import { script } from "../../redis/script.ts";
import { keysLike, literally } from "../../redis/nodes.ts";

/** A text in Redis: the value of a key, or of a hash's field. */
export interface Entry {
  key: string;
  /** Absent if the value is not a hash. */
  field?: string;
  text: string;
  /** The type of the key in Redis. */
  type: string;
  /** False if it cannot be replaced, as in a list or a stream. */
  isReplaceable: boolean;
}

const pageSize = 500;

/** All texts under keys with this prefix. Those written in the meantime may be missing. */
export async function* entriesUnder(redis: RedisClient, prefix: string): AsyncGenerator<Entry> {
  for await (const keys of keysLike(redis, `${literally(prefix)}*`))
    for (const key of keys) yield* entriesOf(redis, key);
}

/** All texts of a key. */
export async function* entriesOf(redis: RedisClient, key: string): AsyncGenerator<Entry> {
  const type = await reachingRedis(() => redis.type(key));
  if (type === "string") {
    const text = await reachingRedis(() => redis.get(key));
    if (text !== null) yield { key, text, type, isReplaceable: true };
    return;
  }
  const pages = pagesOf((cursor) => readPage(redis, key, { type, cursor }));
  if (type !== "hash") {
    for await (const texts of pages)
      for (const text of texts) yield { key, text, type, isReplaceable: false };
    return;
  }
  for await (const pairs of pages) {
    for (let index = 0; index + 1 < pairs.length; index += 2) {
      const [field = "", text = ""] = pairs.slice(index, index + 2);
      yield { key, field, text, type, isReplaceable: true };
    }
  }
}

/** A page of texts, and the cursor of the next one. "0" ends, as in Redis' own scans. */
type Page = [next: string, texts: string[]];

async function* pagesOf(read: (cursor: string) => Promise<Page>): AsyncGenerator<string[]> {
  let cursor = "0";
  do {
    const [next, texts] = await reachingRedis(() => read(cursor));
    yield texts;
    cursor = next;
  } while (cursor !== "0");
}

async function readPage(
  redis: RedisClient,
  key: string,
  { type, cursor }: { type: string; cursor: string },
): Promise<Page> {
  if (type === "hash") return redis.hscan(key, cursor, "COUNT", pageSize);
  if (type === "set") return redis.sscan(key, cursor, "COUNT", pageSize);
  if (type === "zset") return redis.zscan(key, cursor, "COUNT", pageSize);
  if (type === "list") {
    const [from, to] = [Number(cursor), Number(cursor) + pageSize];
    const texts = await redis.lrange(key, from, to - 1);
    return [texts.length < pageSize ? "0" : String(to), texts];
  }
  if (type !== "stream") return ["0", []];
  // The bracket starts after the id.
  const found = await redis.xrange(key, cursor === "0" ? "-" : `(${cursor}`, "+", "COUNT", pageSize);
  const texts = found.flatMap(([, fields]) => fields);
  return [found.length < pageSize ? "0" : (found.at(-1)?.[0] ?? "0"), texts];
}

/** The present entry. Undefined if it is gone. */
export async function readAgain(redis: RedisClient, entry: Entry): Promise<Entry | undefined> {
  const { key, field } = entry;
  const text = await reachingRedis(() => (field === undefined ? redis.get(key) : redis.hget(key, field)));
  return text === null ? undefined : { ...entry, text };
}

// Each replaces only what was read, and keeps its expiry.
const replaceString = script(`
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "KEEPTTL")
return 1`);
const replaceField = script(`
if redis.call("HGET", KEYS[1], ARGV[3]) ~= ARGV[1] then return 0 end
redis.call("HSET", KEYS[1], ARGV[3], ARGV[2])
return 1`);

/** Replaces a text. False if it has changed since it was read. */
export async function replaceEntry(
  redis: RedisClient,
  { key, field, text }: Entry,
  next: string,
): Promise<boolean> {
  const done = await reachingRedis(() =>
    field === undefined
      ? replaceString(redis, [key], [text, next])
      : replaceField(redis, [key], [text, next, field]),
  );
  return done === 1;
}
