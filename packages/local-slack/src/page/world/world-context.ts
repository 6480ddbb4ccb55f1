import { createContext, useContext } from "react";
import type { Channel, Person, World } from "../../protocol.ts";

/** The world for every component below the shell. */
export const WorldContext = createContext<World | null>(null);

/** The world as the acting person sees it. */
export function useNearWorld(): World {
  const world = useContext(WorldContext);
  if (!world) throw new Error("useNearWorld is used outside of WorldContext");
  return world;
}

/** Slack itself, for messages of no person and no app. */
const slackbot: Person = {
  id: "USLACKBOT",
  name: "slackbot",
  realName: "Slackbot",
  isAdmin: false,
  isOwner: false,
  isBot: false,
  tz: "UTC",
  color: "#1264a3",
};

/** The sender of something: a person, the app, or Slackbot for an unknown one. */
export function personById({ people }: Pick<World, "people">, id: string): Person {
  return people.find((candidate) => candidate.id === id) ?? slackbot;
}

/** The app's own conversation with the acting person, shown under its Messages tab. */
export function appConversation(world: World): Channel | undefined {
  return world.channels.find((channel) => channel.isDirect && channel.hasApp);
}

/** A channel's shown name: `#ops`, the app's name, or the other person's. */
export function channelLabel(world: World, channel: Channel): string {
  if (!channel.isDirect) return `#${channel.name}`;
  return channel.hasApp ? world.app.name : channel.name;
}
