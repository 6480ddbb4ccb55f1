import type { KnownBlock } from "@slack/types";
import { plural } from "../../lib/text.ts";
import { cutMrkdwn, limits } from "./limits.ts";
import { context } from "./text.ts";

/** The most that a message or a view may hold. */
interface Room {
  blocks: number;
  text: number;
}

const messageRoom: Room = { blocks: limits.message.blocks, text: limits.message.blockText };

/** True if one message can hold all of these blocks. */
export function allFit(blocks: readonly KnownBlock[]): boolean {
  return howManyFit(blocks, messageRoom) === blocks.length;
}

/**
 * Cuts a message to Slack's limits on its text, its number of blocks and the text of all blocks. A last block counts
 * what was left out.
 */
export function fitMessage<Message extends { text: string; blocks: KnownBlock[] }>(
  message: Message,
): Message {
  return {
    ...message,
    text: cutMrkdwn(message.text, limits.message.text),
    blocks: fitBlocks(message.blocks, messageRoom),
  };
}

/** Cuts the colored blocks to what a message can still hold with the blocks above them. */
export function besideColor(blocks: KnownBlock[], above: readonly KnownBlock[]): KnownBlock[] {
  const { blocks: most, text } = messageRoom;
  return fitBlocks(blocks, { blocks: most - above.length, text: text - textLength(above) });
}

/** Cuts the blocks of a modal or App Home to what a view can still hold below `blocksAbove` others. */
export function fitView(blocks: KnownBlock[], blocksAbove = 0): KnownBlock[] {
  return fitBlocks(blocks, { blocks: limits.view.blocks - blocksAbove, text: limits.view.text });
}

function fitBlocks(blocks: KnownBlock[], room: Room): KnownBlock[] {
  if (howManyFit(blocks, room) === blocks.length) return blocks;
  const rest = { blocks: room.blocks - 1, text: room.text - textLength(note(blocks.length)) };
  const kept = howManyFit(blocks, rest);
  return [...blocks.slice(0, kept), note(blocks.length - kept)];
}

function note(leftOut: number): KnownBlock {
  return context(`${plural(leftOut, "more part")} didn't fit here.`);
}

function howManyFit(blocks: readonly KnownBlock[], room: Room): number {
  let length = 0;
  const tooMany = blocks.findIndex((block, index) => {
    length += textLength(block);
    return index >= room.blocks || length > room.text;
  });
  return tooMany === -1 ? blocks.length : tooMany;
}

/** The length of all texts in a block. Slack does not document which ones count, so all but the types do. */
function textLength(part: unknown): number {
  if (typeof part === "string") return part.length;
  if (typeof part !== "object" || part === null) return 0;
  let length = 0;
  // Each message of an alert comes here, and lists of entries would cost several times as much.
  if (Array.isArray(part)) for (const each of part) length += textLength(each);
  else for (const key in part) if (key !== "type") length += textLength(Reflect.get(part, key));
  return length;
}
