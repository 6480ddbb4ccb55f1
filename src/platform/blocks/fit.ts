import type { KnownBlock } from "@slack/types";
import { plural } from "../../lib/text.ts";
import { cutMrkdwn, limits } from "./limits.ts";
import { context } from "./text.ts";

/** True if one message can hold all of these blocks. */
export function allFit(blocks: readonly KnownBlock[]): boolean {
  return howManyFit(blocks, limits.message.blocks, limits.message.blockText) === blocks.length;
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
    blocks: fitBlocks(message.blocks),
  };
}

/** Cuts the colored blocks to what a message can still hold with the blocks above them. */
export function besideColor(blocks: KnownBlock[], above: readonly KnownBlock[]): KnownBlock[] {
  return fitBlocks(blocks, above.length, textLength(above));
}

function fitBlocks(blocks: KnownBlock[], blocksAbove = 0, textAbove = 0): KnownBlock[] {
  const mostBlocks = limits.message.blocks - blocksAbove;
  const mostText = limits.message.blockText - textAbove;
  if (howManyFit(blocks, mostBlocks, mostText) === blocks.length) return blocks;
  const kept = howManyFit(blocks, mostBlocks - 1, mostText - textLength(note(blocks.length)));
  return [...blocks.slice(0, kept), note(blocks.length - kept)];
}

function note(leftOut: number): KnownBlock {
  return context(`${plural(leftOut, "more part")} of this did not fit here.`);
}

function howManyFit(blocks: readonly KnownBlock[], maxBlocks: number, maxTextLength: number): number {
  let length = 0;
  const tooMany = blocks.findIndex((block, index) => {
    length += textLength(block);
    return index >= maxBlocks || length > maxTextLength;
  });
  return tooMany === -1 ? blocks.length : tooMany;
}

/** The length of all texts in a block. Slack does not document which ones count, so all but the types do. */
function textLength(part: unknown): number {
  if (typeof part === "string") return part.length;
  if (typeof part !== "object" || part === null) return 0;
  let length = 0;
  for (const [key, value] of Object.entries(part)) {
    if (key !== "type") length += textLength(value);
  }
  return length;
}
