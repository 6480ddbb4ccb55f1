import { addMessage, tellPerson } from "../messages.ts";
import type { Person, SendRequest } from "../protocol.ts";
import type { Slack } from "../slack.ts";
import { sendMessage } from "../to-app/message-events.ts";
import type { StoredChannel } from "../workspace.ts";
import { runBuiltInCommand } from "./built-in-commands.ts";
import { runCommand } from "./command.ts";
import { tellOfLinks } from "./tell-of-links.ts";
import { withMentionTokens } from "./mentions.ts";

/** A person's text and its conversation. */
export interface Sending extends Pick<SendRequest, "text" | "threadTs"> {
  person: Person;
  channel: StoredChannel;
}

/** Sends a person's text: a slash command to its app, everything else as a message. */
export async function send(slack: Slack, sending: Sending): Promise<void> {
  const [, command, rest] = /^(\/\S+)\s*([\s\S]*)$/u.exec(sending.text) ?? [];
  if (!command) return postMessage(slack, sending);
  const text = (rest ?? "").trimEnd();
  const { installation, manifest } = slack.workspace;
  const known = installation && manifest.commands.some((candidate) => candidate.command === command);
  if (known && sending.threadTs)
    return explain(slack, sending, `${command} is not supported in threads. Sorry!`);
  if (known) return runCommand(slack, { ...sending, command, text });
  if (runBuiltInCommand(slack, { ...sending, command, text })) return undefined;
  const hint = 'To send a message that starts with "/", put a space before it.';
  return explain(slack, sending, `"${command}" is not a valid command. ${hint}`);
}

function explain({ workspace }: Slack, { channel, person, threadTs }: Sending, text: string): void {
  tellPerson(workspace, channel, person.id, text, threadTs);
}

function postMessage(slack: Slack, { person, channel, text, threadTs }: Sending): void {
  const escaped = text.trim().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const written = withMentionTokens(slack.workspace, escaped, "plain");
  const message = addMessage(slack.workspace, channel, { user: person.id, text: written, threadTs });
  slack.workspace.composed.delete(person.id);
  sendMessage(slack, channel, message);
  tellOfLinks(slack, channel, message);
}
