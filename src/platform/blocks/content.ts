import type { KnownBlock, MessageAttachment } from "@slack/types";
import type { Reply } from "./reply.ts";

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
