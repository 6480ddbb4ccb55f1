import { z } from "zod";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { tryRecord } from "../redis/record.ts";
import type { Before } from "./read.ts";

const Value = z.union([z.string(), z.number(), z.boolean()]);
const Conversation = z.object({
  entry: z.string(),
  args: z.record(z.string(), Value),
  known: z.record(z.string(), z.string()),
});

/** Who talks with the app, and where: a thread, or a channel outside of its threads. */
export interface Talk {
  userId: string;
  userName?: string | undefined;
  channelId?: string | undefined;
  threadTs?: string | undefined;
}

/** What each person's conversations are about, for half an hour. Their sentences are not kept. */
export interface Conversations {
  find(talk: Talk): Promise<Before | undefined>;
  keep(talk: Talk, before: Before): Promise<void>;
}

/** The conversations of one workspace in Redis. */
export function conversations(redis: RedisClient, workspaceId: string): Conversations {
  const keyOf = ({ userId, channelId, threadTs }: Talk) =>
    keys.conversation(workspaceId, userId, channelId ?? "", threadTs ?? "");
  return {
    async find(talk) {
      const stored = await reachingRedis(() => redis.get(keyOf(talk)));
      return stored === null ? undefined : tryRecord(Conversation, stored);
    },
    async keep(talk, before) {
      const text = JSON.stringify(Conversation.parse(before));
      await reachingRedis(() => redis.set(keyOf(talk), text, "EX", ttlInSeconds.conversation));
    },
  };
}
