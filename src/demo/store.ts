import { once } from "node:events";
import { createStore, type WorkspaceStore } from "../app/store.ts";
import { connectRedis } from "../platform/redis/connect.ts";
import { redisServerAt } from "../platform/redis/server.ts";

/** Works with a workspace's records, over a connection for that alone. */
export async function inStore<Result>(
  redisUrl: string,
  workspaceId: string,
  work: (store: WorkspaceStore) => Promise<Result>,
): Promise<Result> {
  // Every command of the work fails if the connection does.
  const redis = connectRedis(redisServerAt(redisUrl), () => {});
  try {
    await once(redis, "ready");
    return await work(createStore(redis).workspace(workspaceId));
  } finally {
    redis.disconnect();
  }
}
