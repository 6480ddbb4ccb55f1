import { z } from "zod";
import { activator } from "../../../platform/jobs/due.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { readableRecords, tryRecord } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";

/** An item that couldn't be posted. It is not tried again unless a person asks for it. */
export const DeadLetter = z.object({
  itemId: z.string(),
  channelId: z.string(),
  /** In mrkdwn for people. */
  reason: z.string(),
  atMs: z.number(),
  attempts: z.int(),
  /** The number of its events that were never posted. */
  events: z.int(),
});
export type DeadLetter = z.output<typeof DeadLetter>;

// KEYS: dead letters, counts, outbox, new, events, outboxes, shown. ARGV: item, letter as read, events, channel, now.
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

/**
 * The dead letters of one workspace in Redis, one for each item: a hash from item to record. They are kept for 30 days
 * after the latest one.
 */
export function deadLetters(redis: RedisClient, workspaceId: string) {
  const key = keys.deadLetters(workspaceId);

  return {
    /** The latest first. */
    async list(): Promise<DeadLetter[]> {
      const stored = await reachingRedis(() => redis.hvals(key));
      const letters = readableRecords(DeadLetter, stored);
      return letters.toSorted((a, b) => b.atMs - a.atMs);
    },
    /** Puts one back into its channel's outbox, which finds it within seconds. Undefined if the item has none. */
    replay: (itemId: string, atMs: number): Promise<DeadLetter | undefined> =>
      reachingRedis(async () => {
        await activator(redis, workspaceId)();
        for (;;) {
          const stored = await redis.hget(key, itemId);
          const letter = stored === null ? undefined : tryRecord(DeadLetter, stored);
          if (stored === null || !letter) return undefined;
          const { events, channelId } = letter;
          const own = [
            key,
            keys.alertCounts(workspaceId),
            keys.outbox(workspaceId, channelId),
            keys.outboxNew(workspaceId, channelId),
            keys.outboxEvents(workspaceId, channelId),
            keys.outboxes(workspaceId),
            keys.shown(workspaceId, itemId),
          ];
          if ((await replayScript(redis, own, [itemId, stored, events, channelId, atMs])) === 1)
            return letter;
        }
      }),
    /** Deletes one; false if the item has none. */
    drop: async (itemId: string) => (await reachingRedis(() => redis.hdel(key, itemId))) === 1,
  };
}
