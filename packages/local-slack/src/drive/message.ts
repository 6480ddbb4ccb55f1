import { isJsonObject, type JsonObject } from "../json.ts";
import type { Message, View, World } from "../protocol.ts";

/** A message with its channel, so it can be clicked. */
export type SeenMessage = Message & { channel: string };

/** A text that a message must hold in its text or blocks, or a rule for the message. */
export type MessageMatch = string | RegExp | ((message: SeenMessage) => boolean);

/** All texts of a message or view, including those of its blocks, one line each. */
export function shownText(place: Pick<Message, "text" | "blocks" | "attachments"> | View): string {
  const parts =
    "hash" in place
      ? [place.title, textsIn(place.blocks)]
      : [place.text, textsIn(place.blocks), textsIn(place.attachments)];
  return parts.flat().filter(Boolean).join("\n");
}

function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === "text" && typeof part === "string" ? [part] : textsIn(part),
  );
}

/** True if the message is the wanted one. */
export function fits(message: SeenMessage, match: MessageMatch): boolean {
  if (typeof match === "function") return match(message);
  const text = shownText(message);
  return typeof match === "string" ? text.includes(match) : match.test(text);
}

/** A channel's messages as this person sees them, oldest first. */
export function seenMessages(world: World, name: string): SeenMessage[] {
  const channel = channelNamed(world, name);
  return channel.messages.map((message) => ({ ...message, channel: channel.id }));
}

/** A channel by its id or name. `direct` is the direct message with the app. */
export function channelNamed({ channels, me }: World, name: string): World["channels"][number] {
  const wanted = name.replace(/^#/u, "");
  const isIt = ({ id, name, isDirect }: World["channels"][number]): boolean =>
    id === wanted || (isDirect ? wanted === "direct" : name === wanted);
  const found = channels.find(isIt);
  if (!found) throw new Error(`${me.realName} sees no channel "${name}".`);
  return found;
}

/** All blocks of a message or view, including those of attachments. */
export function blocksOf(place: SeenMessage | View): JsonObject[] {
  const blocks =
    "hash" in place
      ? place.blocks
      : [...(place.blocks ?? []), ...(place.attachments ?? []).flatMap(({ blocks = [] }) => blocks)];
  return blocks.filter(isJsonObject);
}
