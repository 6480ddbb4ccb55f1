import { tellPerson } from "../messages.ts";
import type { Sandbox } from "../sandbox.ts";
import { sendEvent } from "../to-app/events.ts";
import type { TypedCommand } from "./command.ts";

type BuiltIn = (sandbox: Sandbox, typed: TypedCommand) => string;

/** Slack's own commands that change where the app is: what each does, and what the person is told. */
const builtInCommands: Readonly<Record<string, BuiltIn>> = {
  "/invite": (sandbox, { channel, person }) => {
    const { app } = sandbox.workspace;
    channel.hasApp = true;
    sendEvent(sandbox, {
      type: "member_joined_channel",
      user: app.botUserId,
      channel: channel.id,
      channel_type: channel.isPrivate ? "G" : "C",
      team: sandbox.workspace.team.id,
      inviter: person.id,
    });
    return `${app.name} was added to #${channel.name}.`;
  },
  "/remove": (sandbox, { channel }) => {
    channel.hasApp = false;
    return `${sandbox.workspace.app.name} was removed from #${channel.name}.`;
  },
  "/archive": (sandbox, { channel, person }) => {
    channel.isArchived = true;
    sendEvent(sandbox, { type: "channel_archive", channel: channel.id, user: person.id });
    return `#${channel.name} was archived.`;
  },
};

/** Runs a command of Slack's own, always about the app and this channel; false where there is no such command. */
export function runBuiltInCommand(sandbox: Sandbox, typed: TypedCommand): boolean {
  const run = builtInCommands[typed.command];
  if (!run) return false;
  const { channel, person, command } = typed;
  const said = channel.directWith ? `${command} does not work in direct messages.` : run(sandbox, typed);
  tellPerson(sandbox.workspace, channel, person.id, said);
  return true;
}
