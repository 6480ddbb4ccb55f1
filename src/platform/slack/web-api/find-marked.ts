import type { WebClient } from "@slack/web-api";
import type { MessageRef } from "../../jobs/messenger.ts";
import { AppError, isAppError } from "../../../lib/errors.ts";
import type { HistoryMethod, HistoryReads } from "./history.ts";
import { z } from "zod";

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
