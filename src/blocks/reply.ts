import type { KnownBlock } from "@slack/types";
import { fitMessage } from "./fit.ts";
import { section } from "./text.ts";

/** What is said to a person: blocks, and the text that says the same where blocks are not shown. Both are mrkdwn. */
export interface Reply {
  text: string;
  blocks: KnownBlock[];
}

/** A reply of one paragraph of mrkdwn; what came from elsewhere is escaped in it already. */
export function say(mrkdwn: string): Reply {
  return reply(mrkdwn, [section(mrkdwn)]);
}

/** A reply of several blocks with the text that says the same, both cut to what Slack takes. */
export function reply(text: string, blocks: KnownBlock[]): Reply {
  return fitMessage({ text, blocks });
}
