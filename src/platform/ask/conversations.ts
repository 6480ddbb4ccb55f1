import type { Logger } from "pino";
import { z } from "zod";
import { isAppError } from "../../lib/errors.ts";
import { holdsSecret } from "../../lib/secrets-in-text.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { tryRecord } from "../redis/record.ts";

const Conversation = z.object({
  /** The name of an entry. */
  entry: z.string(),
  args: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** What was spoken about, by kind: "it" and "there" may be any of them. */
  known: z.record(z.string(), z.string()),
  /** What a list showed last, by the argument that it is: "the second one". */
  shown: z.record(z.string(), z.array(z.string())).optional(),
});

/** What was understood last in a conversation. It holds no sentence. */
export type Before = Readonly<z.output<typeof Conversation>>;

/** A conversation that begins. */
export const nothingBefore: Before = { entry: "", args: {}, known: {} };

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
  keep(talk: Talk, kept: Before): Promise<void>;
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
      const shown = Object.values(kept.shown ?? {}).flat();
      const hasSecret = [...Object.values({ ...kept.args, ...kept.known }), ...shown].some(
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

/** Keeps what a conversation is about now. Without it, the next sentence has to say all. It never fails. */
export async function keepTalk(
  talk: Talk,
  now: Before | ((before: Before) => Before),
  { conversations, log }: { conversations: Conversations; log: Logger },
): Promise<void> {
  try {
    const kept = typeof now === "function" ? now((await conversations.find(talk)) ?? nothingBefore) : now;
    await conversations.keep(talk, kept);
  } catch (err) {
    if (!isAppError(err, "upstream")) throw err;
    log.warn({ err }, "couldn't keep what a conversation is about");
  }
}

/** The newest lists of each person that are kept. */
const mostLists = 10;

/**
 * Keeps what each number of a list means to the person who reads it now: a number stays with its thing when others go.
 * `first` is the number of the first id. It never fails.
 */
export async function keepNumbers(
  list: string,
  { ids, first = 1 }: { ids: readonly string[]; first?: number },
  userId: string,
  context: { conversations: Conversations; log: Logger },
): Promise<void> {
  await keepTalk(
    { userId },
    ({ shown: { [list]: before = [], ...others } = {}, ...talk }) => {
      const earlier = Array.from({ length: first - 1 }, (_, index) => before[index] ?? "");
      const kept = Object.entries(others).slice(1 - mostLists);
      return { ...talk, shown: { ...Object.fromEntries(kept), [list]: [...earlier, ...ids] } };
    },
    context,
  );
}

/** The id behind a number of the list that a person was last shown. What was typed, if that had no such number. */
export async function behindNumber(
  list: string,
  typed: string,
  userId: string,
  { conversations }: { conversations: Conversations },
): Promise<string> {
  if (!/^\d{1,4}$/.test(typed)) return typed;
  const { shown } = (await conversations.find({ userId })) ?? {};
  return shown?.[list]?.[Number(typed) - 1] || typed;
}
