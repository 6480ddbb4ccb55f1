import type { Channel } from "../../protocol.ts";
import { HashIcon, LockIcon } from "../styles/icons.tsx";

/** A channel's name and topic. */
export function ConversationHeader({ channel }: { channel: Channel }) {
  return (
    <header className="conversation-header">
      <h2>
        {!channel.isDirect && (channel.isPrivate ? <LockIcon /> : <HashIcon />)}
        {channel.name}
      </h2>
      {channel.isArchived && <p className="conversation-topic">Archived</p>}
      {channel.topic !== "" && <p className="conversation-topic">{channel.topic}</p>}
    </header>
  );
}
