import type { Channel, World } from "../../protocol.ts";
import type { ElementData, OptionData } from "../blocks/block-kit.ts";
import { channelLabel, useNearWorld } from "../world/world-context.ts";

/** The options of a users, channels or conversations select, by name, after the element's filter. */
export function usePeopleAndPlaces(element: ElementData): OptionData[] {
  const world = useNearWorld();
  if (element.type.includes("users")) return people(world);
  const channels = element.type.includes("channels")
    ? world.channels.filter(({ isPrivate, isDirect }) => !isPrivate && !isDirect)
    : world.channels.filter((channel) => passes(channel, element.filter));
  return channels.map((channel) => optionOf(channel.id, channelLabel(world, channel)));
}

function people({ people }: World): OptionData[] {
  return people.map(({ id, realName }) => optionOf(id, realName));
}

function passes(channel: Channel, filter: ElementData["filter"]): boolean {
  if (filter?.exclude_bot_users && channel.isDirect && channel.hasApp) return false;
  const kind = channel.isDirect ? "im" : channel.isPrivate ? "private" : "public";
  return filter?.include?.includes(kind) ?? true;
}

function optionOf(id: string, name: string): OptionData {
  return { text: { text: name }, value: id };
}
