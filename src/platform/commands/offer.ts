import { type Role, isAtLeast } from "../access/role.ts";
import { commandButton, valueOf } from "../blocks/command-button.ts";
import type { Offer } from "../forms/window.ts";
import type { ReadCommandLine } from "./read.ts";

/** The buttons that a role gets. */
export function offersFor(role: Role | undefined, readCommand: ReadCommandLine): Offer {
  return (text, command) => {
    const reading = readCommand(valueOf(command));
    return "run" in reading && isAtLeast(role, reading.entry.access) ? [commandButton(text, command)] : [];
  };
}
