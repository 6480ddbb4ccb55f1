import { useState } from "react";
import type { Channel, World } from "../../protocol.ts";
import { useNearWorld } from "../world/world-context.ts";

interface Seen {
  user: string;
  /** Channel id -> time stamp of the newest message seen there. */
  newest: Record<string, string>;
}

/** The channels with messages since this window last showed them. All are read when a person arrives. */
export function useUnread(current: string | undefined): (channel: Channel) => boolean {
  const world = useNearWorld();
  const [seen, setSeen] = useState<Seen>(() => allSeen(world));
  if (seen.user !== world.me.id) setSeen(allSeen(world));
  const open = world.channels.find(({ id }) => id === current);
  if (open && seen.newest[open.id] !== newestOf(open)) {
    setSeen(({ user, newest }) => ({ user, newest: { ...newest, [open.id]: newestOf(open) } }));
  }
  return (channel) => channel !== open && newestOf(channel) > (seen.newest[channel.id] ?? "");
}

function allSeen(world: World): Seen {
  return {
    user: world.me.id,
    newest: Object.fromEntries(world.channels.map((channel) => [channel.id, newestOf(channel)])),
  };
}

function newestOf(channel: Channel): string {
  return channel.messages.at(-1)?.ts ?? "";
}
