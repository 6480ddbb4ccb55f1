import { useState } from "react";
import type { Channel } from "../../protocol.ts";
import { send } from "../world/api.ts";
import { useTell } from "../styles/notice-context.ts";
import { appConversation, channelLabel, useNearWorld } from "../world/world-context.ts";
import { HomeTab } from "../views/home-tab.tsx";
import { AppTabs } from "./app-tabs.tsx";
import { Composer } from "./composer.tsx";
import { ConversationHeader } from "./conversation-header.tsx";
import { MessageList } from "./message-list.tsx";
import { inThreads, topLevel } from "./threads.ts";
import { SuggestedPrompts } from "./suggested-prompts.tsx";
import { Working } from "./working.tsx";

interface ConversationProps {
  /** A channel's id, or `home` for the app's Home tab. */
  place: string | undefined;
  onOpen: (place: string) => void;
  onThread: (threadTs: string) => void;
}

/** The middle of the window: a channel, or one of the app's tabs. */
export function Conversation({ place, onOpen, onThread }: ConversationProps) {
  const world = useNearWorld();
  const app = appConversation(world);
  const channel = world.channels.find(({ id }) => id === place);
  const isApp = place === "home" || (channel !== undefined && channel === app);
  return (
    <main className="conversation">
      {isApp ? (
        <AppTabs place={place} messages={app?.id} onOpen={onOpen} />
      ) : (
        channel && <ConversationHeader channel={channel} />
      )}
      {place === "home" && <HomeTab />}
      {channel && <ChannelView key={`${world.me.id} ${channel.id}`} channel={channel} onThread={onThread} />}
      {!channel && place !== "home" && <NoChannel />}
    </main>
  );
}

function ChannelView({ channel, onThread }: { channel: Channel; onThread: (threadTs: string) => void }) {
  const world = useNearWorld();
  const tell = useTell();
  const label = channelLabel(world, channel);
  const isApp = channel === appConversation(world);
  const [sent, setSent] = useState(0);
  const ask = async (text: string) => {
    setSent(sent + 1);
    const outcome = await send({ user: world.me.id, channel: channel.id, text });
    if (!outcome.ok) tell(outcome.message);
  };
  const showsThreads = isApp && world.agent !== null;
  return (
    <>
      <MessageList
        channel={channel}
        messages={showsThreads ? inThreads(channel) : topLevel(channel)}
        showsThreads={showsThreads}
        label={`Messages in ${label}`}
        sent={sent}
        onThread={onThread}
      />
      {isApp && <Working channel={channel.id} />}
      {isApp && <SuggestedPrompts onPick={(text) => void ask(text)} />}
      <Composer channel={channel.id} label={`Message ${label}`} onSend={() => setSent(sent + 1)} />
    </>
  );
}

function NoChannel() {
  return (
    <div className="empty">
      <h2>You can't see this conversation</h2>
      <p>Choose another one, or act as someone who is in it.</p>
    </div>
  );
}
