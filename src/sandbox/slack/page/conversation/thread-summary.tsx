import type { Channel, Message } from "../../protocol.ts";
import { Avatar } from "../look/avatar.tsx";
import { formatSlackDate } from "../time/slack-date.ts";
import { useNow } from "../time/now-context.ts";
import { personById, useNearWorld } from "../world/world-context.ts";
import { sentAt } from "./sent-at.ts";

interface ThreadSummaryProps {
  channel: Channel;
  message: Message;
  onOpen: (threadTs: string) => void;
}

const mostFaces = 3;

/** How many replies a message has, and the way to them. */
export function ThreadSummary({ channel, message, onOpen }: ThreadSummaryProps) {
  const world = useNearWorld();
  const now = useNow();
  const replies = repliesTo(channel, message.ts);
  const last = replies.at(-1);
  if (!last) return null;
  const faces = [...new Set(replies.map(({ user }) => user))].slice(0, mostFaces);
  const when = {
    at: sentAt(last),
    format: "last reply {date_short_pretty} at {time}",
    timeZone: world.me.tz,
    now,
  };
  return (
    <button type="button" className="thread-summary" onClick={() => onOpen(message.ts)}>
      {faces.map((user) => (
        <Avatar key={user} person={personById(world, user)} size="small" />
      ))}
      <span className="thread-count">{replies.length === 1 ? "1 reply" : `${replies.length} replies`}</span>
      <small>{formatSlackDate(when)}</small>
    </button>
  );
}

/** The replies in a message's thread, oldest first. */
export function repliesTo(channel: Channel, threadTs: string): Message[] {
  return channel.messages.filter((message) => message.threadTs === threadTs && message.ts !== threadTs);
}
