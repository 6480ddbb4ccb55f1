import { activator } from "../../../platform/jobs/due.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { transact } from "../../../platform/redis/transact.ts";
import { begun, nextLookMs } from "./advance.ts";
import { type Heartbeat, HeartbeatState, heartbeatTimer } from "./record.ts";

/** The beats of one workspace's hooks in Redis: a hash from hook id to state. Only the ingestion takes beats. */
export function heartbeats(redis: RedisClient, workspaceId: string) {
  const key = keys.heartbeats(workspaceId);
  const activate = activator(redis, workspaceId);

  async function find(hookId: string): Promise<HeartbeatState | undefined> {
    const stored = await reachingRedis(() => redis.hget(key, hookId));
    return stored === null ? undefined : readRecord(HeartbeatState, stored, key);
  }

  return {
    find,
    /** Begins to count down from now. An ingestion under way reads the state again. */
    async begin(hookId: string, heartbeat: Heartbeat, nowMs: number): Promise<void> {
      const state = begun(await find(hookId), nowMs);
      await activate();
      await transact(redis, (transaction) => {
        transaction.hset(key, hookId, JSON.stringify(state));
        transaction.zadd(
          keys.incidentTimers(workspaceId, hookId),
          nextLookMs(heartbeat, state) ?? nowMs,
          heartbeatTimer,
        );
        transaction.incr(keys.inboxCursor(workspaceId, hookId));
      });
    },
  };
}
