import type { WebClient } from "@slack/web-api";
import type { MessagePlace } from "../delivery/messenger.ts";
import { slackFailure } from "./failure.ts";
import { isMarked, slackTime } from "./mark.ts";

interface Sought {
  channelId: string;
  mark: string;
  since: Date;
  threadTs?: string | undefined;
}

// A channel may be busy, and what is sought was posted a moment after `since`: the pages come newest first.
const messagesAPage = 200;
const mostPages = 20;

/** Looks for a message that carries a mark among those posted since; undefined where there is none, or we may not look. */
export async function findMarked(client: WebClient, sought: Sought): Promise<MessagePlace | undefined> {
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const { messages, next } = await lookingBack(sought, () => readPage(client, sought, cursor));
    const found = messages.find(({ metadata }) => isMarked(metadata, sought.mark));
    if (found?.ts !== undefined) return { channelId: sought.channelId, ts: found.ts };
    if (!next) return undefined;
    cursor = next;
  }
  return undefined;
}

interface Page {
  messages: readonly { ts?: string; metadata?: unknown }[];
  next?: string | undefined;
}

async function readPage(client: WebClient, sought: Sought, cursor: string | undefined): Promise<Page> {
  const { channelId: channel, since, threadTs: ts } = sought;
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

/** Not every channel lets us look, nor every installation: then there is nothing to be found. */
async function lookingBack({ threadTs }: Sought, look: () => Promise<Page>): Promise<Page> {
  try {
    return await look();
  } catch (error) {
    const method = threadTs === undefined ? "conversations.history" : "conversations.replies";
    const failure = slackFailure(method, error);
    if (["auth", "forbidden", "missing"].includes(failure.kind)) return { messages: [] };
    throw failure;
  }
}
