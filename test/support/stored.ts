import { once } from "node:events";
import { createStore } from "../../src/app/store.ts";
import { connectRedis } from "../../src/platform/redis/connect.ts";
import { type RedisServer, redisServerAt } from "../../src/platform/redis/server.ts";

/** Works with what the product keeps in a Redis, by a connection of its own. */
export async function withStore<Result>(
  redisAt: string | RedisServer,
  work: (store: ReturnType<typeof createStore>) => Promise<Result>,
): Promise<Result> {
  const redis = connectRedis(typeof redisAt === "string" ? redisServerAt(redisAt) : redisAt, () => {});
  try {
    await once(redis, "ready");
    return await work(createStore(redis));
  } finally {
    redis.disconnect();
  }
}
