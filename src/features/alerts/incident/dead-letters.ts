import type { Redis } from "ioredis";
import { z } from "zod";
import { keys } from "../../../platform/redis/keys.ts";
import { tryRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";

/** An item that could not be shown, and is not tried any more until somebody asks for it. */
export const DeadLetter = z.object({
  itemId: z.string(),
  channelId: z.string(),
  /** In words for people. */
  reason: z.string(),
  atMs: z.number(),
  attempts: z.int(),
  /** How many of its events were never shown. */
  events: z.int(),
});
export type DeadLetter = z.output<typeof DeadLetter>;

/** A workspace's dead letters, one an item; kept for 30 days after the last one came. */
export interface DeadLetters {
  /** The latest first. */
  list(): Promise<DeadLetter[]>;
  /** Puts one back into its channel's outbox, which is to be poked then; undefined where there is none of that item. */
  replay(itemId: string, atMs: number): Promise<DeadLetter | undefined>;
  /** Forgets one; false where there is none of that item. */
  drop(itemId: string): Promise<boolean>;
}

// KEYS: dead letters, counts, outbox, new, events, outboxes, shown. ARGV: item, letter as it was read, events, channel, now.
const replayScript = script(`
if redis.call("HGET", KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
redis.call("HDEL", KEYS[1], ARGV[1])
redis.call("HINCRBY", KEYS[2], "dead", 0 - ARGV[3])
redis.call("ZADD", KEYS[3], "LT", ARGV[5], ARGV[1])
redis.call("HINCRBY", KEYS[5], ARGV[1], ARGV[3])
redis.call("SADD", KEYS[6], ARGV[4])
local shown = redis.call("GET", KEYS[7])
local record = shown and cjson.decode(shown) or {}
if not record.root then redis.call("SADD", KEYS[4], ARGV[1]) end
if record.tries then
  record.tries = nil
  redis.call("SET", KEYS[7], cjson.encode(record), "KEEPTTL")
end
return 1
`);

/** The dead letters of one workspace in Redis: a hash by item. */
export function deadLetters(redis: Redis, workspaceId: string): DeadLetters {
  const key = keys.deadLetters(workspaceId);

  async function replay(itemId: string, atMs: number): Promise<DeadLetter | undefined> {
    for (;;) {
      const stored = await redis.hget(key, itemId);
      const letter = stored === null ? undefined : tryRecord(DeadLetter, stored);
      if (stored === null || !letter) return undefined;
      const args = [itemId, stored, letter.events, letter.channelId, atMs];
      if ((await replayScript(redis, replayed(workspaceId, letter), args)) === 1) return letter;
    }
  }

  return {
    async list() {
      const stored = await reachingRedis(() => redis.hvals(key));
      const letters = stored
        .map((text) => tryRecord(DeadLetter, text))
        .filter((letter) => letter !== undefined);
      return letters.toSorted((a, b) => b.atMs - a.atMs);
    },
    replay: (itemId, atMs) => reachingRedis(() => replay(itemId, atMs)),
    drop: async (itemId) => (await reachingRedis(() => redis.hdel(key, itemId))) === 1,
  };
}

function replayed(workspaceId: string, { itemId, channelId }: DeadLetter): string[] {
  return [
    keys.deadLetters(workspaceId),
    keys.alertCounts(workspaceId),
    keys.outbox(workspaceId, channelId),
    keys.outboxNew(workspaceId, channelId),
    keys.outboxEvents(workspaceId, channelId),
    keys.outboxes(workspaceId),
    keys.shown(workspaceId, itemId),
  ];
}
