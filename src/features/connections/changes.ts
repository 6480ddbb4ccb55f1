import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { type RedisClient, reachingRedis } from "../../platform/redis/connect.ts";
import { keys, ttlInSeconds } from "../../platform/redis/keys.ts";
import { keysLike } from "../../platform/redis/nodes.ts";
import { readRecord, tryRecord } from "../../platform/redis/record.ts";
import { script } from "../../platform/redis/script.ts";
import type { Connection } from "./connection.ts";
import * as texts from "./texts.ts";

// Drafts and running requests may still use a name that a connection gave up a short time ago.
const addUnlessTaken = script(`
if redis.call("EXISTS", KEYS[2]) == 1 then return "held" end
if redis.call("HSETNX", KEYS[1], ARGV[1], ARGV[2]) == 0 then return "taken" end
return "done"
`);

// Moves the facts that tell connections apart, in one write. Everything else that holds the name follows later.
const moveUnlessTaken = script(`
local all, chosen, health, prices, old, new = unpack(KEYS)
local from, to, before, after, seconds = unpack(ARGV)
if redis.call("HGET", all, from) ~= before then return "changed" end
if redis.call("HEXISTS", all, to) == 1 then return "taken" end
local holder = redis.call("GET", new)
if holder and holder ~= from then return "held" end
redis.call("HDEL", all, from)
redis.call("HSET", all, to, after)
redis.call("DEL", new)
redis.call("SET", old, to, "EX", seconds)
if redis.call("GET", chosen) == from then redis.call("SET", chosen, to) end
for _, hash in ipairs({ health, prices }) do
  local known = redis.call("HGET", hash, from)
  if known then redis.call("HDEL", hash, from); redis.call("HSET", hash, to, known) end
end
return "done"
`);

// A later connection may have the same name. It is another one.
const removeWhole = script(`
if redis.call("GET", KEYS[2]) == ARGV[1] then redis.call("DEL", KEYS[2]) end
redis.call("HDEL", KEYS[3], ARGV[1])
redis.call("HDEL", KEYS[4], ARGV[1])
return redis.call("HDEL", KEYS[1], ARGV[1])
`);

/** Adds, renames and removes the connections of one workspace in Redis. */
export function connectionChanges(redis: RedisClient, workspaceId: string) {
  const all = keys.connections(workspaceId);
  const chosen = keys.chosenConnection(workspaceId);
  const health = keys.connectionHealth(workspaceId);
  const prices = keys.creditPrices(workspaceId);
  const oldName = (name: string) => keys.renamedConnection(workspaceId, name);

  /** Returns "changed" if another request changed the connection first. */
  async function move(from: string, to: string): Promise<unknown> {
    const before = await redis.hget(all, from);
    if (before === null) {
      if ((await redis.get(oldName(from))) === to) return "done";
      throw new AppError("missing", texts.gone(from));
    }
    const record = readRecord(z.looseObject({ name: z.string() }), before, all);
    const after = JSON.stringify({ ...record, name: to });
    const at = [all, chosen, health, prices, oldName(from), oldName(to)];
    const args = [from, to, before, after, ttlInSeconds.renamedConnection];
    return moveUnlessTaken(redis, at, args);
  }

  return {
    /** Fails as `conflict` if the name is taken. */
    async add(connection: Connection): Promise<void> {
      const at = [all, oldName(connection.name)];
      const args = [connection.name, JSON.stringify(connection)];
      refuseTaken(await reachingRedis(() => addUnlessTaken(redis, at, args)));
    },
    /**
     * Renames a connection at once, and then everything that refers to it. If it broke off, calling it again finishes
     * it. Fails as `conflict` if the name is taken or was another connection's during the last day, and as `missing`
     * if there is no such connection.
     */
    async rename(from: string, to: string): Promise<void> {
      await reachingRedis(async () => {
        let outcome = await move(from, to);
        while (outcome === "changed") outcome = await move(from, to);
        refuseTaken(outcome);
        await followRename(redis, workspaceId, from, to);
      });
    },
    /** False if it was already gone. */
    remove: async (name: string) =>
      (await reachingRedis(() => removeWhole(redis, [all, chosen, health, prices], [name]))) === 1,
  };
}

/** The present name of a connection that was renamed during the last day. Undefined if none was. */
export async function presentName(
  redis: RedisClient,
  workspaceId: string,
  name: string,
): Promise<string | undefined> {
  let present: string | undefined;
  // Each step is a renaming of the last day.
  for (let steps = 0, next: string | null = name; steps < 10 && next !== null; steps += 1) {
    next = await redis.get(keys.renamedConnection(workspaceId, next));
    present = next ?? present;
  }
  return present;
}

function refuseTaken(outcome: unknown): void {
  if (outcome === "taken") throw new AppError("conflict", texts.takenName);
  if (outcome === "held") throw new AppError("conflict", texts.heldName);
}

/** The old and the new name of one connection. */
interface Rename {
  from: string;
  to: string;
  /** True if a record without a connection means this one. */
  isMeantByNone?: boolean;
  /** The one field of a record that holds the name. Any field may if this is absent. */
  part?: string;
}

// Records of the first versions have no connection, and mean this one.
const firstConnection = "default";

// Changes a field only if it is unchanged since it was read. Then anyone who read a draft must read it again.
const replaceField = script(`
if redis.call("HGET", KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call("HSET", KEYS[1], ARGV[1], ARGV[3])
if ARGV[4] then redis.call("HINCRBY", KEYS[1], ARGV[4], 1) end
return 1
`);
const replaceText = script(`
if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end
redis.call("SET", KEYS[1], ARGV[2], "KEEPTTL")
return 1
`);
// A key that exists under the new name is newer. A hash takes only the fields it lacks.
const moveKeys = script(`
for index = 1, #KEYS, 2 do
  local from, to = KEYS[index], KEYS[index + 1]
  if redis.call("EXISTS", from) == 1 then
    if redis.call("EXISTS", to) == 0 then redis.call("RENAME", from, to)
    else
      if redis.call("TYPE", from).ok == "hash" then
        local fields = redis.call("HGETALL", from)
        for field = 1, #fields, 2 do redis.call("HSETNX", to, fields[field], fields[field + 1]) end
      end
      redis.call("DEL", from)
    end
  end
end
return 1
`);

/**
 * Replaces a connection's old name in all records of its workspace. Each step can be repeated, and none undoes a
 * change that someone else made meanwhile.
 */
export async function followRename(
  redis: RedisClient,
  workspaceId: string,
  from: string,
  to: string,
): Promise<void> {
  const isMeantByNone = from === firstConnection;
  const rename = { from, to };
  await renameInHash(redis, keys.services(workspaceId), { ...rename, isMeantByNone });
  const hashes = [
    keys.owners,
    keys.hooks,
    keys.schedules,
    keys.unresolved,
    keys.madeAlerts,
    keys.webhookTargets,
  ];
  for (const keyOf of hashes) await renameInHash(redis, keyOf(workspaceId), rename);
  const prefix = `qm:{${workspaceId}}:`;
  for await (const found of keysLike(redis, `${prefix}*`)) {
    for (const key of found) {
      const [kind = "", ...parts] = key.slice(prefix.length).split(":");
      if (kind === "submission") await renameInText(redis, key, { ...rename, isMeantByNone });
      // The rest is a server's content, which may hold names of its own.
      else if (kind === "submitted-change") await renameInText(redis, key, { ...rename, part: "target" });
      else if (kind === "draft") await renameField(redis, key, "draft", rename, "revision");
      else {
        const moved = movedKeys(kind, parts, workspaceId, rename);
        if (moved.length > 0) await moveKeys(redis, moved, []);
      }
    }
  }
}

/** Pairs each key that contains the old name with its new key. */
function movedKeys(kind: string, parts: string[], workspaceId: string, { from, to }: Rename): string[] {
  const [first, second = "", ...rest] = parts;
  const pair = (key: (name: string) => string) => [key(from), key(to)];
  if (kind === "compute-rate" && first === from) return pair((name) => keys.computeRate(workspaceId, name));
  if (kind === "unusual-days" && second === from)
    return pair((name) => keys.unusualDays(workspaceId, [first, name, ...rest].join(":")));
  if (kind === "post" && first === "unusual" && second === from)
    return pair((name) => keys.post(workspaceId, ["unusual", name, ...rest].join(":")));
  if (kind !== "cost-days" || first !== from) return [];
  // An organization's keys move together: a day that has a state needs its body too.
  return (["shapes", "bodies", "states"] as const).flatMap((part) =>
    pair((name) => keys.costDays(workspaceId, name, second, part)),
  );
}

async function renameInHash(redis: RedisClient, key: string, rename: Rename): Promise<void> {
  for (const field of await redis.hkeys(key)) await renameField(redis, key, field, rename);
}

/** `counter` is a field of the same hash that counts its changes. */
function renameField(
  redis: RedisClient,
  key: string,
  field: string,
  rename: Rename,
  ...counter: string[]
): Promise<void> {
  return retried(
    () => redis.hget(key, field),
    (before, after) => replaceField(redis, [key], [field, before, after, ...counter]),
    rename,
  );
}

function renameInText(redis: RedisClient, key: string, rename: Rename): Promise<void> {
  return retried(
    () => redis.get(key),
    (before, after) => replaceText(redis, [key], [before, after]),
    rename,
  );
}

/** Changes a record as it is at that moment, even if others write it too. */
async function retried(
  read: () => Promise<string | null>,
  replace: (before: string, after: string) => Promise<unknown>,
  rename: Rename,
): Promise<void> {
  for (;;) {
    const before = await read();
    const after = before === null ? null : renamedIn(before, rename);
    if (before === null || after === null || (await replace(before, after)) === 1) return;
  }
}

/** The record with the new name. Null if it has no old name, or is not a record. */
function renamedIn(stored: string, rename: Rename): string | null {
  // Most records belong to another connection and need no parsing.
  if (!rename.isMeantByNone && !stored.includes(JSON.stringify(rename.from))) return null;
  const record = tryRecord(z.unknown(), stored);
  if (typeof record !== "object" || record === null) return null;
  const named = rename.isMeantByNone ? { connection: rename.from, ...record } : record;
  const after = JSON.stringify(renamedPart(named, rename));
  return after === JSON.stringify(named) ? null : after;
}

function renamedPart(record: object, rename: Rename): unknown {
  const { part } = rename;
  if (part === undefined) return renamed(record, "", rename);
  return part in record ? { ...record, [part]: renamed(Reflect.get(record, part), part, rename) } : record;
}

/** Records have a `connection`. Drafts also have the `connections` to choose from. */
function renamed(value: unknown, field: string, rename: Rename): unknown {
  if (typeof value === "string")
    return value === rename.from && /^connections?$/.test(field) ? rename.to : value;
  if (Array.isArray(value)) return value.map((each) => renamed(each, field, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renamed(each, name, rename)]));
}
