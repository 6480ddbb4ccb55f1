import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { CrossIcon } from "../styles/icons.tsx";
import { channelLabel, useNearWorld } from "../world/world-context.ts";
import { Composer } from "./composer.tsx";
import { MessageList } from "./message-list.tsx";
import { Working } from "./working.tsx";
import { repliesTo } from "./threads.ts";

interface ThreadPaneProps {
  channelId: string;
  threadTs: string;
  onClose: () => void;
}

/** A message with its replies, beside the channel. */
export function ThreadPane({ channelId, threadTs, onClose }: ThreadPaneProps) {
  const world = useNearWorld();
  const channel = world.channels.find(({ id }) => id === channelId);
  const [sent, setSent] = useState(0);
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    pane.current?.querySelector("textarea")?.focus();
    return () => {
      const isLost = document.activeElement === document.body;
      if (isLost && before instanceof HTMLElement) before.focus();
    };
  }, []);
  const root = channel?.messages.find(({ ts }) => ts === threadTs);
  if (!channel || !root) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
  };
  return (
    <aside ref={pane} className="thread-pane" aria-label="Thread" onKeyDown={onKeyDown}>
      <header className="conversation-header">
        <h2>Thread</h2>
        <p className="conversation-topic">{channelLabel(world, channel)}</p>
        <button type="button" className="icon-button" aria-label="Close thread" onClick={onClose}>
          <CrossIcon />
        </button>
      </header>
      <MessageList
        channel={channel}
        messages={[root, ...repliesTo(channel, threadTs)]}
        label="Replies"
        sent={sent}
      />
      <Working channel={channelId} threadTs={threadTs} />
      <Composer channel={channelId} threadTs={threadTs} label="Reply" onSend={() => setSent(sent + 1)} />
    </aside>
  );
}
