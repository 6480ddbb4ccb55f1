import { Fragment } from "react";
import type { Channel, Message } from "../../protocol.ts";
import { dayName } from "../time/slack-date.ts";
import { dayNumber } from "../time/zone.ts";
import { useNow } from "../time/now-context.ts";
import { useNearPeople } from "../world/people-context.ts";
import { MessageView } from "./message-view.tsx";
import { sentAt } from "./sent-at.ts";
import { threadsOf } from "./threads.ts";
import { useLatest } from "./use-latest.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";

interface MessageListProps {
  channel: Channel;
  messages: Message[];
  label: string;
  /** The number of the person's messages from here. Each one scrolls to the end. */
  sent: number;
  /** True if the messages of threads are among them, so no message says that it has one. */
  showsThreads?: boolean;
  /** Opens the thread of a message. Absent within a thread. */
  onThread?: (threadTs: string) => void;
}

const noThreads: ReturnType<typeof threadsOf> = new Map();

// Slack draws a name once for several messages in a row.
const sameBreathMs = 5 * 60_000;

/** Messages with a divider for each day. New ones are announced, and scrolled to if the end was visible. */
export function MessageList({
  channel,
  messages,
  label,
  sent,
  showsThreads = false,
  onThread,
}: MessageListProps) {
  const { tz } = useNearPeople().me;
  const end = useStickToEnd(sent);
  const now = useNow();
  const threads = showsThreads ? noThreads : threadsOf(channel);
  const { latest, earlier, showMore } = useLatest(messages);
  return (
    <div className="message-list" ref={end} role="log" aria-live="polite" aria-label={label} tabIndex={0}>
      <div>
        {messages.length === 0 && (
          <p className="message-none">No messages yet. Type / below to see what you can do.</p>
        )}
        {earlier > 0 && (
          <button type="button" className="message-earlier" onClick={showMore}>
            Show earlier messages
          </button>
        )}
        {latest.map((message, position) => {
          const before = latest[position - 1];
          const newDay = !before || dayNumber(sentAt(before), tz) !== dayNumber(sentAt(message), tz);
          return (
            <Fragment key={message.ts}>
              {newDay && <DayDivider name={dayName(sentAt(message), now, tz)} />}
              <MessageView
                channel={channel.id}
                message={message}
                continues={!newDay && inOneBreath(before, message)}
                thread={threads.get(message.ts)}
                onThread={onThread}
              />
            </Fragment>
          );
        })}
      </div>
    </div>
  );
}

function inOneBreath(before: Message | undefined, message: Message): boolean {
  return (
    before !== undefined &&
    before.ts !== message.threadTs &&
    before.user === message.user &&
    !before.ephemeral &&
    !message.ephemeral &&
    !message.blocks &&
    sentAt(message).getTime() - sentAt(before).getTime() < sameBreathMs
  );
}

function DayDivider({ name }: { name: string }) {
  return (
    <div className="day-divider">
      <span>{name}</span>
    </div>
  );
}
