import { changeChannel } from "../channel-changes.ts";
import { tellPerson } from "../messages.ts";
import type { Sandbox } from "../sandbox.ts";
import type { TypedCommand } from "./command.ts";

type BuiltIn = (sandbox: Sandbox, typed: TypedCommand) => string;

/** Slack's own commands for the app's channels: their work, and their replies. */
const builtInCommands: Readonly<Record<string, BuiltIn>> = {
  "/invite": (sandbox, { channel, person }) => {
    changeChannel(sandbox, channel, { hasApp: true, by: person.id });
    return `${sandbox.workspace.app.name} was added to #${channel.name}.`;
  },
  "/remove": (sandbox, { channel, person }) => {
    changeChannel(sandbox, channel, { hasApp: false, by: person.id });
    return `${sandbox.workspace.app.name} was removed from #${channel.name}.`;
  },
  "/archive": (sandbox, { channel, person }) => {
    changeChannel(sandbox, channel, { isArchived: true, by: person.id });
    return `#${channel.name} was archived.`;
  },
};

/** Runs one of Slack's own commands about the app and this channel. False if there is no such command. */
export function runBuiltInCommand(sandbox: Sandbox, typed: TypedCommand): boolean {
  const run = builtInCommands[typed.command];
  if (!run) return false;
  const { channel, person, command } = typed;
  const said = channel.directWith ? `${command} does not work in direct messages.` : run(sandbox, typed);
  tellPerson(sandbox.workspace, channel, person.id, said);
  return true;
}
