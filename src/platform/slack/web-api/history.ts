import type { WebClient } from "@slack/web-api";
import { z } from "zod";
import { minuteMs } from "../../../lib/duration.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import { hashText } from "../../../lib/hash.ts";
import type { MessageRef } from "../../jobs/messenger.ts";
import { type RedisClient, reachingRedis } from "../../redis/connect.ts";
import { keys, ttlInSeconds } from "../../redis/keys.ts";
import { slackFailure } from "../failure.ts";

/** A method that reads messages. Each has a rate limit of its own. */
type HistoryMethod = "conversations.history" | "conversations.replies";

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

const eventType = "quartermaster_message";

const Marked = z.looseObject({
  event_type: z.literal(eventType),
  event_payload: z.looseObject({ mark: z.string() }),
});

/** Message metadata with a mark. People do not see it. */
export function marked(mark: string) {
  return { event_type: eventType, event_payload: { mark } };
}

/** A time in the format of a message's `ts`: seconds since 1970, with a fraction. */
function slackTime(date: Date): string {
  return (date.getTime() / 1_000).toFixed(6);
}

interface Span {
  channelId: string;
  since: Date;
  threadTs?: string | undefined;
}

/** Reads a workspace's messages. */
interface Reader {
  client: WebClient;
  reads: HistoryReads;
}

// A channel may be busy, and the message was posted a moment after `since`. Pages come newest first. Slack may give
// fewer messages than that.
const messagesAPage = 200;
/** A longer search goes on with the next call. */
const mostPages = 20;

/**
 * Finds a marked message posted since then. Undefined if there is none, "unreadable" if we may not read. Fails as
 * limited if Slack takes no more reads now; the same search later goes on where this one ended.
 */
export async function findMarked(
  reader: Reader,
  { mark, ...span }: Span & { mark: string },
): Promise<MessageRef | "unreadable" | undefined> {
  const found = await find(
    reader,
    { ...span, search: mark },
    ({ metadata }) => Marked.safeParse(metadata).data?.event_payload.mark === mark,
  );
  if (found === "unreadable") return found;
  return found?.ts === undefined ? undefined : { channelId: span.channelId, ts: found.ts };
}

/** True if a file of that name was shared since then. Also false if we may not read. Fails like `findMarked`. */
export async function isShared(reader: Reader, fileName: string, span: Span): Promise<boolean> {
  const found = await find(
    reader,
    { ...span, search: `file ${fileName}` },
    ({ files }) => files?.some(({ name }) => name === fileName) ?? false,
  );
  return found !== undefined && found !== "unreadable";
}

interface Message {
  ts?: string;
  metadata?: unknown;
  files?: { name?: string }[];
}

async function find(
  { client, reads }: Reader,
  { search, ...span }: Span & { search: string },
  isSought: (message: Message) => boolean,
): Promise<Message | "unreadable" | undefined> {
  const method: HistoryMethod =
    span.threadTs === undefined ? "conversations.history" : "conversations.replies";
  const name = [search, span.channelId, span.threadTs].join(" ");
  let cursor = await reads.placeOf(name);
  for (let page = 0; page < mostPages; page += 1) {
    const from = cursor;
    const read = await readIfAllowed(() => reads.inTurn(method, () => readPage(client, span, from)));
    if (read === "unreadable") return read;
    const found = read.messages.find(isSought);
    cursor = found ? undefined : read.next || undefined;
    await reads.keepPlace(name, cursor);
    if (found || cursor === undefined) return found;
  }
  throw new AppError("limited", "I'm still searching for a message.", { retryAfterMs: 1_000 });
}

interface Page {
  messages: readonly Message[];
  next?: string | undefined;
}

async function readPage(client: WebClient, within: Span, cursor: string | undefined): Promise<Page> {
  const { channelId: channel, since, threadTs: ts } = within;
  const span = {
    channel,
    oldest: slackTime(since),
    include_all_metadata: true,
    limit: messagesAPage,
    ...(cursor === undefined ? {} : { cursor }),
  };
  const { messages = [], response_metadata } =
    ts === undefined
      ? await client.conversations.history(span)
      : await client.conversations.replies({ ...span, ts });
  return { messages, next: response_metadata?.next_cursor };
}

/** Not every channel or installation lets us read. */
async function readIfAllowed(read: () => Promise<Page>): Promise<Page | "unreadable"> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "thread_not_found") return { messages: [] };
    if (error.code === "missing_scope" || isAppError(error, "forbidden", "missing")) return "unreadable";
    throw error;
  }
}
