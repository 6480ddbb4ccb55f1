import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { packed, section } from "../../../platform/blocks/text.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import type { Incident } from "../incident/record.ts";
import { muteQuestion } from "./mute.ts";
import { ruleReply } from "./rule.ts";
import { type ActionTarget, findTarget, readChoice } from "./target.ts";
import { plural } from "../../../lib/text.ts";
import { utcTime } from "../../../lib/time.ts";
import { stormListing } from "../message/storm-message.ts";
import { historyLine } from "../message/thread-entries.ts";
import { titleFromElsewhere } from "../message/notes.ts";
import { worstFirst } from "../storm/storm.ts";
import { type MoreChoice, actionIds, at, moreChoices } from "../message/status.ts";

/** “Show all”: posts all incidents of a storm as a file in its thread. */
export const stormAllAction: Action<AlertsContext> = {
  actionId: actionIds.stormAll,
  access: "viewer",
  run: shareStorm,
};

async function shareStorm(
  { value, message }: Interaction,
  context: AlertsContext,
): Promise<Reply | undefined> {
  const members = worstFirst(await context.storms.members(value));
  if (members.length === 0 || !message) return say("What was in this storm is kept no longer.");
  const now = context.now();
  const file = {
    name: "storm.txt",
    title: `All of this storm, ${utcTime(now)}`,
    bytes: Buffer.from(stormListing(members)),
  };
  const comment = `${plural(members.length, "incident")} of this storm as of ${at(now.getTime())}, the worst first.`;
  await context.messenger.share(file, { channelId: message.channelId, threadTs: message.ts, comment });
  return undefined;
}

/** “⋯”: the menu of rarer actions. */
export const moreAction: Action<AlertsContext> = {
  actionId: actionIds.more,
  access: "viewer",
  run: chooseMore,
};

type Answer = (found: ActionTarget, context: AlertsContext) => Reply | undefined | Promise<Reply>;

const answers: Record<MoreChoice, Answer> = {
  history: ({ incident }) => whoDidWhat(incident),
  trace: ({ incident }) => traceOffer(incident),
  rule: ruleReply,
  mute: muteQuestion,
  // A link: Slack opens it by itself.
  silence: () => undefined,
};

async function chooseMore({ value }: Interaction, context: AlertsContext): Promise<Reply | undefined> {
  const read = readChoice(value, moreChoices);
  const found = await findTarget(read?.incidentId ?? "", context);
  if ("gone" in found) return found.gone;
  return read && answers[read.choice](found, context);
}

// A message takes 8,500 characters in all.
const mostText = 6_000;

function whoDidWhat({ latest, history }: Incident): Reply {
  const title = titleFromElsewhere(latest.title);
  const lines = latestThatFit(history.map((entry) => `• ${historyLine(entry, "mention")}`));
  const rest = lines.length < history.length ? ["What was before that stands under Details."] : [];
  return reply(`What happened to “${title}”`, packed([`*What happened to “${title}”*`, ...lines, ...rest]));
}

function latestThatFit(lines: readonly string[]): string[] {
  let length = 0;
  const tooOld = lines.findLastIndex((line) => (length += line.length + 1) > mostText);
  return lines.slice(tooOld + 1);
}

function traceOffer({ id, latest }: Incident): Reply {
  const text = `Every step that “${titleFromElsewhere(latest.title)}” took on its way here, with its time:`;
  return reply(text, [section(text), actions([commandButton("Show the trace", `alerts trace ${id}`)])]);
}
