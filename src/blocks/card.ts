import type { ActionsBlockElement, KnownBlock } from "@slack/types";
import { actions } from "./button.ts";
import { context, fields, section } from "./text.ts";

/** A titled card: what it is about, its facts in two columns, what can be done, and small print. All but buttons is mrkdwn. */
export interface Card {
  title: string;
  body?: string;
  facts?: readonly { label: string; value: string }[];
  buttons?: readonly ActionsBlockElement[];
  note?: string;
}

/** The blocks of a card; parts that are absent or empty leave no trace. */
export function card({ title, body, facts = [], buttons = [], note }: Card): KnownBlock[] {
  const blocks: KnownBlock[] = [section(body ? `*${title}*\n${body}` : `*${title}*`)];
  if (facts.length > 0) blocks.push(fields(facts));
  if (buttons.length > 0) blocks.push(actions(buttons));
  if (note) blocks.push(context(note));
  return blocks;
}
