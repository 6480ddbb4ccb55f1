import type { Button } from "@slack/types";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import type { Hook } from "./record.ts";

/** A hook's name in a sentence of mrkdwn. */
export function hookInMrkdwn({ name }: Pick<Hook, "name">): string {
  return `*${escapeName(name)}*`;
}

/** Shows all there is to know of a hook. */
export function showButton({ id }: Pick<Hook, "id">): Button {
  return commandButton("Show", `hook show ${id}`);
}

/** Tries the way from here to the channel. */
export function testButton({ id }: Pick<Hook, "id">): Button {
  return commandButton("Send a test", `hook test ${id}`);
}

/** True where a hook's sender signs what it sends. */
export function isSigned({ secrets }: Pick<Hook, "secrets">): boolean {
  return secrets.some(({ sealed }) => sealed !== undefined);
}

/** Reads a lone "on" or "off"; fails as user with the example, a whole command. */
export function readSwitch(words: string, example: string): boolean {
  const word = foldName(words);
  if (word === "on" || word === "off") return word === "on";
  throw new AppError("user", `Say \`on\` or \`off\`, as in \`${example}\`.`);
}

/** Fails as user where words are left that nobody reads, with the example, a whole command. */
export function nothingAfter(words: string, example: string): void {
  if (words.trim() === "") return;
  throw new AppError("user", `“${words.trim()}” is too much there: \`${example}\` is all.`);
}
