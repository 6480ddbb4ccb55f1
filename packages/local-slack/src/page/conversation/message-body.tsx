import type { Message } from "../../protocol.ts";
import { Blocks } from "../blocks/blocks.tsx";
import { Emoji } from "../blocks/emoji.tsx";
import { Mrkdwn } from "../blocks/mrkdwn/mrkdwn.tsx";
import { keyed } from "../styles/keyed.ts";
import { AttachmentView } from "./attachment-view.tsx";

/** A message's content: its blocks, or its text without blocks, then its attachments. */
export function MessageBody({ message }: { message: Message }) {
  const hasBlocks = message.blocks !== undefined && message.blocks.length > 0;
  const showsText = !hasBlocks && message.text !== "";
  return (
    <div className="message-body">
      {showsText && <Mrkdwn text={message.text} />}
      {hasBlocks && <Blocks blocks={message.blocks ?? []} />}
      {keyed(message.attachments ?? []).map(({ item, place }) => (
        <AttachmentView key={place} attachment={item} />
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
