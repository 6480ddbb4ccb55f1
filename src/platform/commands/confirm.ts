import type { Button } from "@slack/types";
import { actions } from "../blocks/button.ts";
import { type Asked, sureButton } from "../blocks/command-button.ts";
import { type Reply, reply } from "../blocks/reply.ts";
import { section } from "../blocks/text.ts";
import type { Asker } from "../context.ts";
import { unquoted } from "../../lib/names.ts";

/**
 * Asks before something is deleted. The text is mrkdwn with the consequences. The button `yes`, or typing its command,
 * confirms: see `mayConfirm`.
 */
export function askFirst({
  text,
  yes,
  command,
  others = [],
}: {
  text: string;
  yes: string;
  command: string | Asked;
  others?: readonly Button[];
}): Reply {
  const answer: Button = { ...sureButton(yes, command), style: "danger" };
  return reply(text, [section(text), actions([...others, answer])]);
}

/** True if a word confirms, and comes from the person. */
export function isYes(word: string, { mayConfirm = false }: Asker): boolean {
  return mayConfirm && word.toLowerCase() === "yes";
}

/** Splits a confirming `yes` from the end of a name. A thing's own name may also end so. */
export function sureOf(
  words: string,
  things: readonly { name: string }[],
  { mayConfirm = false }: Asker,
): { name: string; isSure: boolean } {
  const [, name] = /^(.*\S)\s+yes$/i.exec(words) ?? [];
  const isName = things.some((thing) => thing.name.toLowerCase() === words.toLowerCase());
  return name === undefined || isName
    ? { name: unquoted(words), isSure: false }
    : { name: unquoted(name), isSure: mayConfirm };
}
