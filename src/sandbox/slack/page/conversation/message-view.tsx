import type { Channel, Message } from "../../protocol.ts";
import { SurfaceContext } from "../elements/surface.ts";
import { Avatar } from "../look/avatar.tsx";
import { EyeIcon } from "../look/icons.tsx";
import { timeOfDay } from "../time/slack-date.ts";
import { personById, useNearWorld } from "../world/world-context.ts";
import { MessageBody } from "./message-body.tsx";
import { sentAt } from "./sent-at.ts";
import { ThreadSummary } from "./thread-summary.tsx";
import { useMessageSurface } from "./use-message-surface.ts";

interface MessageViewProps {
  channel: Channel;
  message: Message;
  /** True where the same person goes on talking, so that the name stands above already. */
  continues: boolean;
  onThread?: ((threadTs: string) => void) | undefined;
}

/** One message: who, when, what, and the thread below it. */
export function MessageView({ channel, message, continues, onThread }: MessageViewProps) {
  const world = useNearWorld();
  const surface = useMessageSurface(channel.id, message);
  const sender = personById(world, message.fromSlack ? "USLACKBOT" : message.user);
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
          <MessageBody message={message} />
        </SurfaceContext>
        {onThread && <ThreadSummary channel={channel} message={message} onOpen={onThread} />}
      </div>
    </article>
  );
}

function SentAt({ message }: { message: Message }) {
  const { tz } = useNearWorld().me;
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
