import type { Channel, Message } from "../../protocol.ts";
import { sentAt } from "./sent-at.ts";

/** What stands below a message that has replies; of texts and numbers alone, so that the same are equal. */
export interface ThreadFacts {
  count: number;
  /** When the last came, in milliseconds since 1970. */
  lastAtMs: number;
  /** Who replied first, three at most, with spaces between. */
  faces: string;
}

const mostFaces = 3;

/** The threads of a channel by their first message. */
export function threadsOf({ messages }: Channel): Map<string, ThreadFacts> {
  const threads = new Map<string, Message[]>();
  for (const message of messages) {
    const { threadTs, ts } = message;
    if (threadTs === undefined || threadTs === ts) continue;
    threads.set(threadTs, [...(threads.get(threadTs) ?? []), message]);
  }
  return new Map([...threads].map(([ts, replies]) => [ts, factsOf(replies)]));
}

/** The replies in a message's thread, oldest first. */
export function repliesTo(channel: Channel, threadTs: string): Message[] {
  return channel.messages.filter((message) => message.threadTs === threadTs && message.ts !== threadTs);
}

function factsOf(replies: readonly Message[]): ThreadFacts {
  const last = replies.at(-1);
  const faces = [...new Set(replies.map(({ user }) => user))].slice(0, mostFaces).join(" ");
  return { count: replies.length, lastAtMs: last ? sentAt(last).getTime() : 0, faces };
}
