import type { WebClient } from "@slack/web-api";
import type { MessageRef } from "../../jobs/messenger.ts";
import { slackFailure } from "../failure.ts";
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

// A channel may be busy, and the message was posted a moment after `since`. Pages come newest first.
const messagesAPage = 200;
const mostPages = 20;

/** Finds a marked message posted since then. Undefined if there is none, or we may not read. */
export async function findMarked(
  client: WebClient,
  { mark, ...span }: Span & { mark: string },
): Promise<MessageRef | undefined> {
  const found = await find(
    client,
    span,
    ({ metadata }) => Marked.safeParse(metadata).data?.event_payload.mark === mark,
  );
  return found?.ts === undefined ? undefined : { channelId: span.channelId, ts: found.ts };
}

/** True if a file of that name was shared since then. Also false if we may not read. */
export async function isShared(client: WebClient, fileName: string, span: Span): Promise<boolean> {
  const found = await find(
    client,
    span,
    ({ files }) => files?.some(({ name }) => name === fileName) ?? false,
  );
  return found !== undefined;
}

interface Message {
  ts?: string;
  metadata?: unknown;
  files?: { name?: string }[];
}

async function find(
  client: WebClient,
  span: Span,
  isSought: (message: Message) => boolean,
): Promise<Message | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { messages, next } = await searchBack(span, () => readPage(client, span, cursor));
    const found = messages.find(isSought);
    if (found || !next) return found;
    cursor = next;
  }
  return undefined;
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

/** Not every channel or installation lets us read. Then nothing is found. */
async function searchBack({ threadTs }: Span, search: () => Promise<Page>): Promise<Page> {
  try {
    return await search();
  } catch (error) {
    const method = threadTs === undefined ? "conversations.history" : "conversations.replies";
    const failure = slackFailure(method, error);
    if (["auth", "forbidden", "missing"].includes(failure.kind)) return { messages: [] };
    throw failure;
  }
}
