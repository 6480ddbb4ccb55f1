import type { Channel, Message } from "../../protocol.ts";
import { sentAt } from "./sent-at.ts";

/** The facts below a message with replies: only texts and numbers, so equal ones compare as equal. */
export interface ThreadFacts {
  count: number;
  /** The time of the last one, in milliseconds since 1970. */
  lastAtMs: number;
  /** The first three people who replied, separated by spaces. */
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

/** A channel's messages without the replies of threads. */
export function topLevel({ messages }: Channel): Message[] {
  return messages.filter(
    ({ ts, threadTs, isBroadcast }) => threadTs === undefined || threadTs === ts || isBroadcast,
  );
}

/** A channel's messages with each thread's replies right below its first message. */
export function inThreads(channel: Channel): Message[] {
  return topLevel(channel)
    .filter(({ isBroadcast }) => !isBroadcast)
    .flatMap((message) => [message, ...repliesTo(channel, message.ts)]);
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
