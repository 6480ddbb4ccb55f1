import type { Button, KnownBlock } from "@slack/types";
import { type Role, isAtLeast } from "../access/role.ts";
import { actions } from "../blocks/button.ts";
import { commandButton } from "../blocks/command-button.ts";
import type { ReadCommandLine } from "../commands/read.ts";

/** Makes the button for a command if the person's role may give it. Others are not offered it. */
export type Offer = (text: string, command: string) => Button[];

/** What a role is offered. */
export function offersFor(role: Role, readCommand: ReadCommandLine): Offer {
  return (text, command) => {
    const reading = readCommand(command);
    return "needs" in reading && isAtLeast(role, reading.needs) ? [commandButton(text, command)] : [];
  };
}

/** The buttons in a row. Nothing if there are none. */
export function row(...buttons: Button[][]): KnownBlock[] {
  const all = buttons.flat();
  return all.length === 0 ? [] : [actions(all)];
}
