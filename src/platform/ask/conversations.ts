import type { Logger } from "pino";
import { z } from "zod";
import { isAppError } from "../../lib/errors.ts";
import { holdsSecret } from "../../lib/secrets-in-text.ts";
import type { SlotKind } from "../commands/entry.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { tryRecord } from "../redis/record.ts";

const Value = z.union([z.string(), z.number(), z.boolean()]);
const Conversation = z.object({
  entry: z.string(),
  args: z.record(z.string(), Value),
  known: z.record(z.string(), z.string()),
  commands: z.array(z.object({ entry: z.string(), line: z.string() })).optional(),
});

/** What was understood last in a conversation. It holds no sentence. */
export interface Before {
  /** The name of an entry. */
  entry: string;
  args: Readonly<Record<string, string | number | boolean>>;
  /** What was spoken about, by kind: "it" and "there" may be any of them. */
  known: Readonly<Partial<Record<SlotKind, string>>>;
}

/** What a conversation is about, as it is kept. */
export interface Kept extends Before {
  /** The commands that were typed or clicked after that. The next sentence reads them. */
  commands?: readonly { entry: string; line: string }[] | undefined;
}

/** Who talks with the app, and where: a thread, or a channel outside of its threads. */
export interface Talk {
  userId: string;
  userName?: string | undefined;
  channelId?: string | undefined;
  threadTs?: string | undefined;
}

/** What each person's conversations are about, for half an hour. Their sentences are not kept. */
export interface Conversations {
  find(talk: Talk): Promise<Kept | undefined>;
  keep(talk: Talk, kept: Kept): Promise<void>;
}

/** The conversations of one workspace in Redis. */
export function conversations(redis: RedisClient, workspaceId: string): Conversations {
  const keyOf = ({ userId, channelId, threadTs }: Talk) =>
    keys.conversation(workspaceId, userId, channelId ?? "", threadTs ?? "");
  /** In direct messages with an agent each message begins a thread, so the latest one counts too. */
  const keysOf = (talk: Talk) =>
    talk.channelId?.startsWith("D") && talk.threadTs !== undefined
      ? [keyOf(talk), keyOf({ ...talk, threadTs: undefined })]
      : [keyOf(talk)];
  return {
    async find(talk) {
      const stored = await reachingRedis(() => redis.mget(keysOf(talk)));
      const own = stored.find((each) => each !== null);
      return own ? tryRecord(Conversation, own) : undefined;
    },
    async keep(talk, kept) {
      const text = JSON.stringify(Conversation.parse(kept));
      // What may be a secret isn't kept, and the older subject isn't what was spoken about last.
      const lines = (kept.commands ?? []).map(({ line }) => line);
      const hasSecret = [...Object.values({ ...kept.args, ...kept.known }), ...lines].some(
        (value) => typeof value === "string" && holdsSecret(value),
      );
      await reachingRedis(() =>
        Promise.all(
          keysOf(talk).map((key) =>
            hasSecret ? redis.del(key) : redis.set(key, text, "EX", ttlInSeconds.conversation),
          ),
        ),
      );
    },
  };
}

/** Keeps what a conversation is about. Without it, the next sentence has to say all. */
export async function keepTalk(
  talk: Talk,
  kept: Kept,
  { conversations, log }: { conversations: Conversations; log: Logger },
): Promise<void> {
  try {
    await conversations.keep(talk, kept);
  } catch (err) {
    if (!isAppError(err, "upstream")) throw err;
    log.warn({ err }, "couldn't keep what a conversation is about");
  }
}
