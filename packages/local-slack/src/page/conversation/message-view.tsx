import { memo } from "react";
import type { Message } from "../../protocol.ts";
import { SurfaceContext } from "../elements/surface.ts";
import { MessageOf } from "../objects/message-context.ts";
import { Avatar } from "../styles/avatar.tsx";
import { EyeIcon } from "../styles/icons.tsx";
import { timeOfDay } from "../time/slack-date.ts";
import { useNearPeople } from "../world/people-context.ts";
import { personById } from "../world/world-context.ts";
import { MessageBody } from "./message-body.tsx";
import { MessageMenu } from "./message-menu.tsx";
import { sentAt } from "./sent-at.ts";
import { ThreadSummary } from "./thread-summary.tsx";
import type { ThreadFacts } from "./threads.ts";
import { useMessageSurface } from "./use-message-surface.ts";

interface MessageViewProps {
  channel: string;
  message: Message;
  /** True if the message before is the same person's, so the name is already above. */
  continues: boolean;
  /** Its thread. Absent if it has none. */
  thread?: ThreadFacts | undefined;
  onThread?: ((threadTs: string) => void) | undefined;
}

/** One message: its sender, time and content, and the thread below it. It is redrawn only if it changed. */
export const MessageView = memo(drawMessage, isSameMessage);

function isSameMessage(
  { thread, ...before }: MessageViewProps,
  { thread: newThread, ...after }: MessageViewProps,
): boolean {
  return isShallowSame(before, after) && isShallowSame(thread ?? {}, newThread ?? {});
}

function isShallowSame(before: object, after: object): boolean {
  const entries = Object.entries(after);
  const known = new Map(Object.entries(before));
  return entries.length === known.size && entries.every(([name, value]) => known.get(name) === value);
}

function drawMessage({ channel, message, continues, thread, onThread }: MessageViewProps) {
  const around = useNearPeople();
  const surface = useMessageSurface(channel, message);
  const sender = personById(around, message.fromSlack ? "USLACKBOT" : message.user);
  const kind = message.ephemeral ? " message-ephemeral" : continues ? " message-continues" : "";
  return (
    <article className={`message${kind}`} data-ts={message.ts} aria-label={`Message from ${sender.realName}`}>
      {message.ephemeral && (
        <p className="message-private">
          <EyeIcon /> Only visible to you
        </p>
      )}
      {continues ? <SentAt message={message} /> : <Avatar person={sender} size="large" />}
      <div className="message-content">
        {!continues && (
          <header className="message-header">
            <span className="message-sender">{sender.realName}</span>
            {sender.isBot && <span className="message-badge">APP</span>}
            <SentAt message={message} />
          </header>
        )}
        {onThread && message.isBroadcast && (
          <button
            type="button"
            className="message-broadcast"
            onClick={() => onThread(message.threadTs ?? message.ts)}
          >
            replied to a thread
          </button>
        )}
        <SurfaceContext value={surface}>
          <MessageOf value={{ channel, ts: message.ts }}>
            <MessageBody message={message} />
          </MessageOf>
        </SurfaceContext>
        {onThread && thread && <ThreadSummary {...thread} onOpen={() => onThread(message.ts)} />}
      </div>
      <MessageMenu channel={channel} message={message} onThread={onThread} />
    </article>
  );
}

function SentAt({ message }: { message: Message }) {
  const { tz } = useNearPeople().me;
  const at = sentAt(message);
  const whole = new Intl.DateTimeFormat("en-US", {
    dateStyle: "full",
    timeStyle: "medium",
    timeZone: tz,
  }).format(at);
  return (
    <time className="message-time" dateTime={at.toISOString()} title={whole}>
      {timeOfDay(at, tz)}
    </time>
  );
}
