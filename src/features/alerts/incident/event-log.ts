import type { Redis } from "ioredis";
import { z } from "zod";
import { keys } from "../../../platform/redis/keys.ts";
import { tryRecord } from "../../../platform/redis/record.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { AlertEvent } from "./event-record.ts";

/** An event without its body, with the route that it took on arrival. */
export const LoggedEvent = z.object({
  receivedAtMs: z.number(),
  event: AlertEvent.omit({ body: true }),
  channelId: z.string(),
  isMuted: z.boolean(),
  /** The number of the rule that decided, from 1; absent if none did. */
  ruleNumber: z.int().optional(),
});
export type LoggedEvent = z.output<typeof LoggedEvent>;

/** The most events that the log of a hook keeps. It keeps them for two days. */
export const eventLogLength = 5_000;

/** The latest events of a hook, to try rules on. */
export interface EventLog {
  /** The oldest first. */
  since(receivedAtMs: number): Promise<LoggedEvent[]>;
  /** The last one; undefined if the log is empty or the record cannot be read. */
  latest(): Promise<LoggedEvent | undefined>;
}

/** The event log of one hook in Redis. The ingestion writes it. */
export function eventLog(redis: Redis, workspaceId: string, hookId: string): EventLog {
  const key = keys.eventLog(workspaceId, hookId);
  return {
    async since(receivedAtMs) {
      const stored = await reachingRedis(() => redis.lrange(key, 0, -1));
      return stored
        .map((record) => tryRecord(LoggedEvent, record))
        .filter((logged) => logged !== undefined && logged.receivedAtMs >= receivedAtMs)
        .filter((logged) => logged !== undefined);
    },
    async latest() {
      const stored = await reachingRedis(() => redis.lindex(key, -1));
      return stored === null ? undefined : tryRecord(LoggedEvent, stored);
    },
  };
}
