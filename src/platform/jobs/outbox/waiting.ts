import type { Redis } from "ioredis";
import { keys } from "../../redis/keys.ts";
import { reachingRedis } from "../../redis/connect.ts";

/** A channel with something to show. */
export interface WaitingLane {
  workspaceId: string;
  channelId: string;
}

/** So many workspaces are asked for in one go. */
const workspacesAtOnce = 500;

/** The lanes of these workspaces that have something to show. */
export async function waitingLanes(redis: Redis, workspaceIds: readonly string[]): Promise<WaitingLane[]> {
  const waiting: WaitingLane[] = [];
  for (let from = 0; from < workspaceIds.length; from += workspacesAtOnce) {
    const some = workspaceIds.slice(from, from + workspacesAtOnce);
    const found = await reachingRedis(() => Promise.all(some.map((id) => redis.smembers(keys.lanes(id)))));
    for (const [index, workspaceId] of some.entries()) {
      for (const channelId of found[index] ?? []) waiting.push({ workspaceId, channelId });
    }
  }
  return waiting;
}
