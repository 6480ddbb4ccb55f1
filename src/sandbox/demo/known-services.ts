import { once } from "node:events";
import { connectRedis } from "../../platform/redis/connect.ts";
import { createStore } from "../../app/store.ts";

/** Adds services to the workspace by name, as if `userId` had added them. Keeps existing names. */
export async function knowServices(
  redisUrl: string,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  services: readonly { id: string; name: string }[],
): Promise<void> {
  // Every command below fails if the connection does.
  const redis = connectRedis(redisUrl, () => {});
  try {
    await once(redis, "ready");
    const known = createStore(redis).workspace(workspaceId).services;
    const taken = new Set((await known.list()).map(({ name }) => name));
    const addedAt = new Date().toISOString();
    for (const { id, name } of services) {
      if (!taken.has(name)) await known.add({ name, serviceId: id, addedBy: userId, addedAt });
    }
  } finally {
    redis.disconnect();
  }
}
