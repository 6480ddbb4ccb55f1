import type { KnownBlock } from "@slack/types";
import { besideColor, fitMessage } from "./fit.ts";
import { section } from "./text.ts";

/** A message for a person: blocks, and a text that says the same if no blocks are shown. Both are mrkdwn. */
export interface Reply {
  text: string;
  blocks: KnownBlock[];
  /** Blocks beside a colored line, below the others. The color says nothing that the words do not. */
  colored?: Colored;
}

/** Blocks beside a line of a color such as "#d72b3f". */
interface Colored {
  color: string;
  blocks: KnownBlock[];
}

/** A reply of one paragraph of mrkdwn. Text from elsewhere must be escaped already. */
export function say(mrkdwn: string): Reply {
  return reply(mrkdwn, [section(mrkdwn)]);
}

/** A reply of several blocks, and a text that says the same. Both are cut to Slack's limits. */
export function reply(text: string, blocks: KnownBlock[], colored?: Colored): Reply {
  const fitted = fitMessage({ text, blocks });
  return colored
    ? { ...fitted, colored: { ...colored, blocks: besideColor(colored.blocks, blocks) } }
    : fitted;
}
