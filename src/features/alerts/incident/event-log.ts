import { z } from "zod";
import { keys } from "../../../platform/redis/keys.ts";
import { readableRecords, tryRecord } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
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

/** The latest events of one hook in Redis, to try rules on. The ingestion writes them. */
export function eventLog(redis: RedisClient, workspaceId: string, hookId: string) {
  const key = keys.eventLog(workspaceId, hookId);
  return {
    /** The oldest first. */
    async since(receivedAtMs: number): Promise<LoggedEvent[]> {
      const stored = await reachingRedis(() => redis.lrange(key, 0, -1));
      const logged = readableRecords(LoggedEvent, stored);
      return logged.filter((each) => each.receivedAtMs >= receivedAtMs);
    },
    /** The last one; undefined if the log is empty or the record cannot be read. */
    async latest(): Promise<LoggedEvent | undefined> {
      const stored = await reachingRedis(() => redis.lindex(key, -1));
      return stored === null ? undefined : tryRecord(LoggedEvent, stored);
    },
  };
}
