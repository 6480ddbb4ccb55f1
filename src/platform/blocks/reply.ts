import type { KnownBlock } from "@slack/types";
import { besideColor, fitMessage } from "./fit.ts";
import { section } from "./text.ts";

/** What is said to a person: blocks, and the text that says the same where blocks are not shown. Both are mrkdwn. */
export interface Reply {
  text: string;
  blocks: KnownBlock[];
  /** Blocks below the others beside a line of a color, which says nothing that the words do not. */
  colored?: Colored;
}

/** Blocks beside a line of a color, as in "#d72b3f". */
interface Colored {
  color: string;
  blocks: KnownBlock[];
}

/** A reply of one paragraph of mrkdwn; what came from elsewhere is escaped in it already. */
export function say(mrkdwn: string): Reply {
  return reply(mrkdwn, [section(mrkdwn)]);
}

/** A reply of several blocks with the text that says the same, both cut to what Slack takes. */
export function reply(text: string, blocks: KnownBlock[], colored?: Colored): Reply {
  const fitted = fitMessage({ text, blocks });
  return colored
    ? { ...fitted, colored: { ...colored, blocks: besideColor(colored.blocks, blocks) } }
    : fitted;
}
