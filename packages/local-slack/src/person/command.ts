import { SlackRefusal } from "../refusal.ts";
import { tellPerson } from "../messages.ts";
import type { Person } from "../protocol.ts";
import { takeReply } from "../reply.ts";
import { issueResponseUrl } from "../response-urls.ts";
import type { Slack } from "../slack.ts";
import type { AppAnswer } from "../to-app/delivery.ts";
import { channelName } from "../to-app/payload.ts";
import { issueTrigger } from "../triggers.ts";
import type { StoredChannel, Workspace } from "../workspace.ts";
import { withMentionTokens } from "./mentions.ts";

/** A typed slash command. */
export interface TypedCommand {
  person: Person;
  channel: StoredChannel;
  command: string;
  text: string;
}

/** Sends a slash command to the app. Its acknowledgement, or Slack's message about a failure, appears in the channel. */
export async function runCommand(slack: Slack, typed: TypedCommand): Promise<void> {
  const { workspace, link } = slack;
  const payload = commandPayload(workspace, typed);
  const answer = await link.deliver({ type: "slash_commands", name: typed.command, payload });
  const problem = answer.ok ? takeAnswer(workspace, typed, answer.body) : failureName(answer);
  if (!problem) return;
  tellPerson(
    workspace,
    typed.channel,
    typed.person.id,
    `${typed.command} failed with the error "${problem}"`,
  );
}

function commandPayload(
  workspace: Workspace,
  { person, channel, command, text }: TypedCommand,
): Record<string, string> {
  const { team, enterprise, app, credentials, manifest, installation } = workspace;
  const escapes = manifest.commands.find((known) => known.command === command)?.escapesMentions;
  return {
    token: credentials.verificationToken,
    team_id: team.id,
    team_domain: team.domain,
    channel_id: channel.id,
    channel_name: channelName(channel),
    user_id: person.id,
    user_name: person.name,
    command,
    text: escapes ? withMentionTokens(workspace, text, "named") : text,
    api_app_id: app.id,
    ...(enterprise && { enterprise_id: enterprise.id, enterprise_name: enterprise.name }),
    is_enterprise_install: String(installation?.isEnterprise ?? false),
    response_url: issueResponseUrl(workspace, { user: person.id, channel: channel.id, messageTs: undefined }),
    trigger_id: issueTrigger(workspace, { user: person.id, channel: channel.id, viewId: undefined }),
  };
}

/** Posts the acknowledgement's content. Returns the name of its problem, if any. */
function takeAnswer(
  workspace: Workspace,
  { person, channel }: TypedCommand,
  body: unknown,
): string | undefined {
  if (body === undefined) return undefined;
  try {
    const reply = typeof body === "string" ? { text: body } : body;
    takeReply(workspace, { user: person.id, channel: channel.id, messageTs: undefined }, reply);
    return undefined;
  } catch (error) {
    // A reply that Slack would refuse is shown as a failure of the app.
    if (error instanceof SlackRefusal) return "invalid_command_response";
    throw error;
  }
}

function failureName({ ok, ...answer }: AppAnswer): string | undefined {
  if (ok || !("reason" in answer)) return undefined;
  return answer.reason === "http_timeout" ? "operation_timeout" : "dispatch_failed";
}
