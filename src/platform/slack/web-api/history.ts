import { AppError } from "../../../lib/errors.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { hashText } from "../../../lib/hash.ts";
import { reachingRedis, type RedisClient } from "../../redis/connect.ts";
import { keys, ttlInSeconds } from "../../redis/keys.ts";
import { slackFailure } from "../failure.ts";

/** A method that reads messages. Each has a rate limit of its own. */
export type HistoryMethod = "conversations.history" | "conversations.replies";

/**
 * How a workspace's messages are read. Slack allows an app that others distribute outside its Marketplace one call of
 * each method a minute, with 15 messages: https://docs.slack.dev/apis/web-api/rate-limits
 */
export interface HistoryReads {
  /** Reads once. Fails as limited, with the wait, if Slack takes no more reads of the workspace now. */
  inTurn<T>(method: HistoryMethod, read: () => Promise<T>): Promise<T>;
  /** Where a search that had to wait goes on. Undefined if it starts. */
  placeOf(search: string): Promise<string | undefined>;
  /** Keeps a search's place. Undefined once it has ended. */
  keepPlace(search: string, cursor: string | undefined): Promise<void>;
}

/** Without Redis, each search waits and starts alone. */
export const readsAlone: HistoryReads = {
  inTurn: async (method, read) => reading(method, read),
  placeOf: async () => undefined,
  keepPlace: async () => {},
};

/** All processes share the reads of a workspace once Slack has limited them. Before that nothing is in Redis. */
export function sharedReads(redis: RedisClient, workspaceId: string): HistoryReads {
  const placeKey = (search: string) => keys.historyPlace(workspaceId, hashText(search, 32));
  return {
    async inTurn(method, read) {
      const [pace, turn] = [keys.historyPace(workspaceId, method), keys.historyTurn(workspaceId, method)];
      const paceMs = Number((await reachingRedis(() => redis.get(pace))) ?? 0);
      if (paceMs > 0) await takeTurn(redis, turn, paceMs);
      try {
        return await reading(method, read);
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== "limited") throw error;
        const waitMs = error.retryAfterMs ?? minuteMs;
        await reachingRedis(async () => {
          await redis.set(turn, "", "PX", waitMs);
          // The first wait may be the rest of a minute. The longest one is the pace.
          await redis.set(pace, Math.max(paceMs, waitMs), "EX", ttlInSeconds.historyPace);
        });
        throw error;
      }
    },
    async placeOf(search) {
      return (await reachingRedis(() => redis.get(placeKey(search)))) ?? undefined;
    },
    async keepPlace(search, cursor) {
      await reachingRedis(async () => {
        if (cursor === undefined) await redis.del(placeKey(search));
        else await redis.set(placeKey(search), cursor, "EX", ttlInSeconds.historyPlace);
      });
    },
  };
}

async function takeTurn(redis: RedisClient, turn: string, paceMs: number): Promise<void> {
  const waitMs = await reachingRedis(async () =>
    (await redis.set(turn, "", "PX", paceMs, "NX")) === null ? redis.pttl(turn) : undefined,
  );
  if (waitMs !== undefined)
    throw new AppError("limited", "Slack lets me read no more messages right now.", {
      retryAfterMs: Math.max(100, waitMs),
    });
}

async function reading<T>(method: HistoryMethod, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw slackFailure(method, error);
  }
}
