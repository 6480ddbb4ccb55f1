import type { Redis } from "ioredis";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import type { AlertOrigin } from "./event-record.ts";
import { type Incident, hashOfKey } from "./record.ts";

/** A command for Redis, word by word. */
export type RedisCommand = readonly (string | number)[];

/** One alert may have thousands at once, a group each. */
const mostOfOrigin = 50;

/** Lists new incidents under where their alerts stand; those whose senders do not say that, and tests, are not listed. */
export function recentCommands(workspaceId: string, begun: readonly Incident[]): RedisCommand[] {
  const listed = begun.filter(({ latest }) => !latest.isTest);
  const byKey = Map.groupBy(listed, ({ latest }) => recentKey(workspaceId, latest.origin ?? {}));
  return [...byKey].flatMap(([key, incidents]): RedisCommand[] =>
    key === undefined
      ? []
      : [
          ["ZADD", key, ...incidents.flatMap(({ lastSeenAtMs, id }) => [lastSeenAtMs, id])],
          ["ZREMRANGEBYRANK", key, 0, -mostOfOrigin - 1],
          ["EXPIRE", key, ttlInSeconds.incident],
        ],
  );
}

/** The ids of the latest incidents that were listed under exactly this origin, the newest first. */
export async function recentIds(redis: Redis, workspaceId: string, origin: AlertOrigin): Promise<string[]> {
  const key = recentKey(workspaceId, origin);
  return key === undefined ? [] : redis.zrevrange(key, 0, -1);
}

/** The list that an incident of this origin is in, by the surest of what is known of it, so that each is listed once. */
export function recentKey(
  workspaceId: string,
  { alertId, savedSearchId, dashboardId, tileId }: AlertOrigin,
): string | undefined {
  const surest = [
    ["alert", alertId],
    ["search", savedSearchId],
    ["tile", tileId && dashboardId && `${dashboardId} ${tileId}`],
    ["dashboard", dashboardId],
  ].find(([, id]) => id);
  return surest && keys.recentIncidents(workspaceId, hashOfKey(surest.join(" ")));
}
