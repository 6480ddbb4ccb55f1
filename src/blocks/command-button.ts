import type { Button } from "@slack/types";
import { button } from "./button.ts";
import { limits } from "./limits.ts";

/** How the action_id of a button that runs a command begins; the command follows, for ids must differ in a message. */
export const commandActionPrefix = "run:";

/** A button that does what typing `/db <command>` does; the command is read and authorised anew on every click. */
export function commandButton(text: string, command: string): Button {
  const actionId = `${commandActionPrefix}${command}`.slice(0, limits.button.actionId);
  return button({ text, actionId, value: command });
}
