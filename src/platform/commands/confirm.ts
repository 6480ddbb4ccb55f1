import type { Button } from "@slack/types";
import { actions } from "../blocks/button.ts";
import { type Asked, sureButton } from "../blocks/command-button.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import { section } from "../blocks/text.ts";

/**
 * Asks before something is deleted. The text is mrkdwn with the consequences. The button `yes`, or typing its command,
 * confirms: see `mayConfirm`.
 */
export function askFirst({
  text,
  yes,
  others = [],
  command,
}: {
  text: string;
  yes: string;
  others?: readonly Button[];
  command: string | Asked;
}): Reply {
  const answer: Button = { ...sureButton(yes, command), style: "danger" };
  return reply(text, [section(text), actions([...others, answer])]);
}
