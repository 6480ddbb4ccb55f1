import type { Message } from "../../protocol.ts";
import { Blocks } from "../blocks/blocks.tsx";
import { Emoji } from "../blocks/emoji.tsx";
import { Mrkdwn } from "../blocks/mrkdwn/mrkdwn.tsx";
import { inPlace } from "../look/in-place.ts";

/** What a message says: its blocks, or its text where it has none, then its attachments. */
export function MessageBody({ message }: { message: Message }) {
  const hasBlocks = message.blocks !== undefined && message.blocks.length > 0;
  const showsText = !hasBlocks && message.text !== "";
  return (
    <div className="message-body">
      {showsText && <Mrkdwn text={message.text} />}
      {hasBlocks && <Blocks blocks={message.blocks ?? []} />}
      {inPlace(message.attachments ?? []).map(({ item, place }) => (
        <Attachment key={place} attachment={item} />
      ))}
      {message.reactions && message.reactions.length > 0 && <Reactions names={message.reactions} />}
      {message.edited && <small className="message-edited">(edited)</small>}
    </div>
  );
}

function Reactions({ names }: { names: string[] }) {
  return (
    <ul className="reactions" aria-label="Reactions">
      {names.map((name) => (
        <li key={name}>
          <Emoji name={name} />
        </li>
      ))}
    </ul>
  );
}

const namedColors: Record<string, string> = { good: "#2eb67d", warning: "#ecb22e", danger: "#e01e5a" };

/** An attachment: blocks or text beside a bar of colour. */
function Attachment({ attachment }: { attachment: NonNullable<Message["attachments"]>[number] }) {
  const { color = "#dddddd", text, fallback, blocks } = attachment;
  const bar = namedColors[color] ?? (color.startsWith("#") ? color : `#${color}`);
  return (
    <div className="attachment" style={{ borderLeftColor: bar }}>
      {blocks ? <Blocks blocks={blocks} /> : <Mrkdwn text={text ?? fallback ?? ""} />}
    </div>
  );
}
