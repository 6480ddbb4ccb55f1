import { z } from "zod";
import { type RedisClient, reachingRedis } from "../../src/platform/redis/connect.ts";

/** A value as text, or in base64 if it is none. */
const Value = z.union([z.string(), z.object({ base64: z.base64() })]);
type Value = z.infer<typeof Value>;

/** How a type of key is read in pages, and written back row by row. */
interface Type {
  read(redis: RedisClient, key: string, cursor: string): Promise<Page>;
  write(key: string, rows: readonly Buffer[][]): [command: string, ...args: (string | Buffer)[]][];
}
/** Some rows, and the cursor of the next page. "0" ends. */
type Page = [next: string, rows: Buffer[][]];

const pageSize = 500;

const scanned = (command: string, columns: number): Type["read"] =>
  async function read(redis, key, cursor) {
    const page = Scanned.parse(await redis.callBuffer(command, key, cursor, "COUNT", pageSize));
    return [page[0].toString(), rowsOf(page[1], columns)];
  };
const appended =
  (command: string): Type["write"] =>
  (key, rows) => [[command, key, ...rows.flat()]];

const Bytes = z.instanceof(Buffer);
const Scanned = z.tuple([Bytes, z.array(Bytes)]);
const Stream = z.array(z.tuple([Bytes, z.array(Bytes)]));

/** The types of Redis by name. */
const types: Record<string, Type> = {
  string: {
    async read(redis, key) {
      const value = await redis.getBuffer(key);
      return ["0", value ? [[value]] : []];
    },
    write: appended("set"),
  },
  hash: { read: scanned("hscan", 2), write: appended("hset") },
  set: { read: scanned("sscan", 1), write: appended("sadd") },
  zset: {
    read: scanned("zscan", 2),
    write: (key, rows) => [
      ["zadd", key, ...rows.flatMap(([member, score]) => [score, member].filter(isThere))],
    ],
  },
  list: {
    async read(redis, key, cursor) {
      const from = Number(cursor);
      const values = await redis.lrangeBuffer(key, from, from + pageSize - 1);
      return [values.length < pageSize ? "0" : String(from + pageSize), rowsOf(values, 1)];
    },
    write: appended("rpush"),
  },
  stream: {
    async read(redis, key, cursor) {
      // The bracket starts after the id.
      const from = cursor === "0" ? "-" : `(${cursor}`;
      const found = Stream.parse(await redis.callBuffer("xrange", key, from, "+", "COUNT", pageSize));
      const next = found.length < pageSize ? undefined : found.at(-1)?.[0];
      return [next?.toString() ?? "0", found.map(([id, fields]) => [id, ...fields])];
    },
    write: (key, rows) => rows.map((row) => ["xadd", key, ...row]),
  },
};

/** A key, or a part of a long one, in a form that any Redis of any version can load. */
export const Entry = z.object({
  key: z.string(),
  type: z.string().refine((type) => type in types),
  /** The value: of a string, list or set; a field and its value; a member and its score; an id and its fields. */
  rows: z.array(z.array(Value)),
  /** Continues the entry before. */
  more: z.literal(true).optional(),
  expiresAtMs: z.number().optional(),
});
export type Entry = z.infer<typeof Entry>;

/** A key's entries, at most 500 rows each. None if it is gone. */
export async function* entriesOf(redis: RedisClient, key: string): AsyncGenerator<Entry> {
  const [type, expiresAtMs] = await reachingRedis(() =>
    Promise.all([redis.type(key), redis.pexpiretime(key)]),
  );
  const known = types[type];
  // It expired since it was listed.
  if (!known || expiresAtMs === -2) return;
  let cursor = "0";
  let isFirst = true;
  do {
    const [next, rows] = await reachingRedis(() => known.read(redis, key, cursor));
    cursor = next;
    if (rows.length === 0) continue;
    yield {
      key,
      type,
      rows: rows.map((row) => row.map(valueOf)),
      ...(isFirst ? {} : { more: true as const }),
      ...(expiresAtMs === -1 ? {} : { expiresAtMs }),
    };
    isFirst = false;
  } while (cursor !== "0");
}

/** Writes an entry. The first of a key replaces what is there. The entries of a key must come in order. */
export async function writeEntry(redis: RedisClient, entry: Entry): Promise<void> {
  const { key, type, rows, more, expiresAtMs } = entry;
  const commands =
    types[type]?.write(
      key,
      rows.map((row) => row.map(bytesOf)),
    ) ?? [];
  await reachingRedis(async () => {
    const write = redis.multi();
    if (!more) write.unlink(key);
    for (const [command, ...args] of commands) write.call(command, ...args);
    if (expiresAtMs !== undefined) write.pexpireat(key, expiresAtMs);
    for (const [error] of (await write.exec()) ?? []) if (error) throw error;
  });
}

function rowsOf(values: readonly Buffer[], columns: number): Buffer[][] {
  const rows: Buffer[][] = [];
  for (let from = 0; from < values.length; from += columns) rows.push(values.slice(from, from + columns));
  return rows;
}

function valueOf(bytes: Buffer): Value {
  const text = bytes.toString();
  return bytes.equals(Buffer.from(text)) ? text : { base64: bytes.toString("base64") };
}

function bytesOf(value: Value): Buffer {
  return typeof value === "string" ? Buffer.from(value) : Buffer.from(value.base64, "base64");
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined;
}
