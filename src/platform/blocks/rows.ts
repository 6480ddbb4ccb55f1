import type { Button } from "@slack/types";
import { allFit } from "./fit.ts";
import { type Reply, reply } from "./reply.ts";
import { context, packed, section } from "./text.ts";

/** Rows after these have no button, because a message holds only so much. */
const withButton = [20, 10, 5];

/** A list of lines in mrkdwn, each with its button, with a headline above and a hint below, if there are. */
export function listReply(
  headline: string | undefined,
  rows: readonly { line: string; button: Button }[],
  hint?: string,
): Reply {
  const lines = rows.map(({ line }) => line);
  const blocksWith = (count: number) => [
    ...(headline === undefined ? [] : [section(headline)]),
    ...rows.slice(0, count).map(({ line, button }) => ({ ...section(line), accessory: button })),
    ...packed(lines.slice(count)),
    ...(hint === undefined ? [] : [context(hint)]),
  ];
  const count = withButton.find((most) => allFit(blocksWith(most))) ?? 0;
  const text = [headline, ...lines, hint].filter((each) => each !== undefined).join("\n");
  return reply(text, blocksWith(count));
}
