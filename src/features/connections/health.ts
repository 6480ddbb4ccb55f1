import { z } from "zod";
import { keys } from "../../platform/redis/keys.ts";
import { tryRecord } from "../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../platform/redis/connect.ts";
import { script } from "../../platform/redis/script.ts";

/**
 * The outcome of the latest call through a connection. "refused": the server refused the key. "away": no good answer
 * came.
 */
export const ConnectionHealth = z.object({
  outcome: z.enum(["works", "refused", "away"]),
  at: z.iso.datetime(),
});
export type ConnectionHealth = z.infer<typeof ConnectionHealth>;

// A call may end after its connection or workspace was removed. It must leave nothing behind.
const noteIfThere = script(`
if redis.call("HEXISTS", KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call("HSET", KEYS[2], ARGV[1], ARGV[2])
return 1
`);

/** How one workspace's connections work, in Redis: a hash by name. */
export function connectionHealths(redis: RedisClient, workspaceId: string) {
  const key = keys.connectionHealth(workspaceId);
  return {
    /** Changes nothing if there is no connection of that name. */
    async note(name: string, health: ConnectionHealth): Promise<void> {
      const all = keys.connections(workspaceId);
      await reachingRedis(() => noteIfThere(redis, [all, key], [name, JSON.stringify(health)]));
    },
    /** By name. A connection that was never used is missing. */
    async all(): Promise<Map<string, ConnectionHealth>> {
      const stored = Object.entries(await reachingRedis(() => redis.hgetall(key)));
      return new Map(
        stored.flatMap(([name, record]) => {
          const health = tryRecord(ConnectionHealth, record);
          return health ? [[name, health] as const] : [];
        }),
      );
    },
  };
}
