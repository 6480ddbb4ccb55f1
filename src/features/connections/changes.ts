import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import type { Connection } from "./connection.ts";
import { followRename } from "./follow-rename.ts";
import { keys, ttlInSeconds } from "../../platform/redis/keys.ts";
import { readRecord } from "../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../platform/redis/connect.ts";
import { script } from "../../platform/redis/script.ts";
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
