import type { Button, KnownBlock } from "@slack/types";
import { type Role, isAtLeast } from "../../../platform/access/role.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import type { ReadCommandLine } from "../../../platform/commands/read.ts";

/** Makes the button for a command, for those whose role may give it; nobody else is offered it. */
export type Offer = (text: string, command: string) => Button[];

/** What a role is offered. */
export function offersFor(role: Role | undefined, readCommand: ReadCommandLine): Offer {
  return (text, command) => {
    const reading = readCommand(command);
    return "needs" in reading && isAtLeast(role, reading.needs) ? [commandButton(text, command)] : [];
  };
}

/** The buttons in a row; nothing where there are none. */
export function row(...buttons: Button[][]): KnownBlock[] {
  const all = buttons.flat();
  return all.length === 0 ? [] : [actions(all)];
}
