import type { ActionsBlockElement, EntityMetadata, KnownBlock, MessageAttachment } from "@slack/types";
import { row } from "./button.ts";
import { allFit, besideColor, fitMessage } from "./fit.ts";
import { cutMrkdwn, limits } from "./limits.ts";
import { section } from "./text.ts";

/** A message for a person: blocks, and a text that says the same if no blocks are shown. Both are mrkdwn. */
export interface Reply {
  text: string;
  blocks: KnownBlock[];
  /** Blocks beside a colored line, below the others. The color says nothing that the words do not. */
  colored?: Colored;
  /** Other blocks that say the same, for where Slack refuses a newer kind of block. */
  olderBlocks?: KnownBlock[];
  /**
   * The Work Object that it is about. A new message shows its card below, and a link's card is it, where Slack knows Work
   * Objects. Slack doesn't take it in edits.
   */
  entity?: EntityMetadata;
  /** True if nothing was done of what was asked, and the reply says what to do first. */
  isRefusal?: true;
}

/** Blocks beside a line of a color such as "#d72b3f". */
interface Colored {
  color: string;
  blocks: KnownBlock[];
}

/** A reply of one paragraph of escaped mrkdwn, and a row of buttons if there are any. */
export function say(mrkdwn: string, buttons: readonly ActionsBlockElement[] = []): Reply {
  return reply(mrkdwn, [section(mrkdwn), ...row(buttons)]);
}

/** A reply below a note in mrkdwn. */
export function below(note: string, { text, blocks, colored, olderBlocks }: Reply): Reply {
  const noted = reply(`${note}\n${text}`, [section(note), ...blocks], colored);
  return olderBlocks ? withOlder(noted, [section(note), ...olderBlocks]) : noted;
}

/** A reply with a newer kind of block, and the blocks for where Slack refuses it. */
export function withOlder(newer: Reply, blocks: KnownBlock[]): Reply {
  return { ...newer, olderBlocks: fitMessage({ text: newer.text, blocks }).blocks };
}

/** A reply of several blocks, and a text that says the same. Both are cut to Slack's limits. */
export function reply(text: string, blocks: KnownBlock[], colored?: Colored): Reply {
  // Most messages fit, and one look shows it.
  if (colored && allFit([...blocks, ...colored.blocks]))
    return { text: cutMrkdwn(text, limits.message.text), blocks, colored };
  const fitted = fitMessage({ text, blocks });
  return colored
    ? { ...fitted, colored: { ...colored, blocks: besideColor(colored.blocks, blocks) } }
    : fitted;
}

/** A message's content as Slack's methods take it: with blocks, or text only. */
export interface Content {
  text: string;
  blocks?: KnownBlock[];
  attachments?: MessageAttachment[];
}

/** The whole content of a reply. */
export function wholeContent({ text, blocks, colored }: Reply): Content {
  return colored ? { text, blocks, attachments: [{ ...colored, fallback: text }] } : { text, blocks };
}

const known = new WeakMap<Reply, Buffer>();

/**
 * The whole content of a reply in JSON, for its hash and for Slack. It is made once, so the reply must not change
 * after that.
 */
export function contentJson(reply: Reply): Buffer {
  const before = known.get(reply);
  if (before) return before;
  const json = Buffer.from(JSON.stringify(wholeContent(reply)));
  known.set(reply, json);
  return json;
}
