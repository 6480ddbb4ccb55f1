import { CreditPrice } from "../../lib/money.ts";
import { keys } from "../../platform/redis/keys.ts";
import { readRecord, tryRecord } from "../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../platform/redis/connect.ts";
import { script } from "../../platform/redis/script.ts";

// A connection that was removed in between must leave nothing behind.
const setIfThere = script(`
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 0 then return "gone" end
local before = redis.call("HGET", KEYS[2], ARGV[1])
if ARGV[2] == "" then redis.call("HDEL", KEYS[2], ARGV[1])
else redis.call("HSET", KEYS[2], ARGV[1], ARGV[2]) end
return before or ""`);

/**
 * What a credit of each connection costs, in Redis: a hash by name. It is apart from the connection's record, because the
 * environment writes its own connections again and again, and people set their prices too.
 */
export function creditPrices(redis: RedisClient, workspaceId: string) {
  const key = keys.creditPrices(workspaceId);
  const read = (stored: string | null) =>
    stored === null || stored === "" ? undefined : readRecord(CreditPrice, stored, key);
  return {
    /** Undefined if the connection has none. */
    of: async (name: string): Promise<CreditPrice | undefined> =>
      read(await reachingRedis(() => redis.hget(key, name))),
    /** By the connection's name. */
    async all(): Promise<Map<string, CreditPrice>> {
      const stored = Object.entries(await reachingRedis(() => redis.hgetall(key)));
      return new Map(
        stored.flatMap(([name, text]) => {
          const price = tryRecord(CreditPrice, text);
          return price ? [[name, price] as const] : [];
        }),
      );
    },
    /** Sets a price, or removes it, and returns the one before. "gone" if there is no such connection. */
    async set(name: string, price: CreditPrice | undefined): Promise<CreditPrice | "gone" | undefined> {
      const args = [name, price ? JSON.stringify(price) : ""];
      const before = await reachingRedis(() => setIfThere(redis, [keys.connections(workspaceId), key], args));
      return before === "gone" ? "gone" : read(String(before));
    },
  };
}

/** A price as a person types it, for the audit log. */
export function written(price: CreditPrice | undefined): string | null {
  return price ? `${price.amount} ${price.currency}` : null;
}
