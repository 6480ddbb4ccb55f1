import { changeChannel } from "../channel-changes.ts";
import { tellPerson } from "../messages.ts";
import type { Slack } from "../slack.ts";
import type { TypedCommand } from "./command.ts";

type BuiltIn = (slack: Slack, typed: TypedCommand) => string;

/** Slack's own commands for the app's channels: their work, and their replies. */
const builtInCommands: Readonly<Record<string, BuiltIn>> = {
  "/invite": (slack, { channel, person }) => {
    changeChannel(slack, channel, { hasApp: true, by: person.id });
    return `${slack.workspace.app.name} was added to #${channel.name}.`;
  },
  "/remove": (slack, { channel, person }) => {
    changeChannel(slack, channel, { hasApp: false, by: person.id });
    return `${slack.workspace.app.name} was removed from #${channel.name}.`;
  },
  "/archive": (slack, { channel, person }) => {
    changeChannel(slack, channel, { isArchived: true, by: person.id });
    return `#${channel.name} was archived.`;
  },
};

/** Runs one of Slack's own commands about the app and this channel. False if there is no such command. */
export function runBuiltInCommand(slack: Slack, typed: TypedCommand): boolean {
  const run = builtInCommands[typed.command];
  if (!run) return false;
  const { channel, person, command } = typed;
  const said = channel.directWith ? `${command} does not work in direct messages.` : run(slack, typed);
  tellPerson(slack.workspace, channel, person.id, said);
  return true;
}
