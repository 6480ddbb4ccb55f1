import { commandButton } from "../../../platform/blocks/command-button.ts";
import { packed } from "../../../platform/blocks/text.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import type { Action } from "../../../platform/forms/interaction.ts";
import type { Incident } from "../incident/record.ts";
import { actionBy, type ActionTarget, findTarget, incidentAction, readChoice, takeAction } from "./target.ts";
import { plural } from "../../../lib/text.ts";
import { utcTime } from "../../../lib/time.ts";
import { stormListing } from "../message/storm-message.ts";
import { historyLine } from "../message/thread-entries.ts";
import { fromElsewhere, titleFromElsewhere } from "../message/notes.ts";
import { worstFirst } from "../storm/storm.ts";
import { actionIds, at, type MoreChoice, moreChoices } from "../message/status.ts";
import { button } from "../../../platform/blocks/button.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { changeHookIfThere } from "../hooks/parts.ts";
import { findRule } from "../reconcile/rule-of.ts";

/** “Show all”: posts all incidents of a storm as a file in its thread. */
export const stormAllAction: Action<AlertsContext> = {
  actionId: actionIds.stormAll,
  access: "viewer",
  async run({ value, message }, { storms, messenger, now }) {
    const members = worstFirst(await storms.members(value));
    if (members.length === 0 || !message) return say("What was in this storm is kept no longer.");
    const time = now();
    const file = {
      name: "storm.txt",
      title: `All of this storm, ${utcTime(time)}`,
      bytes: Buffer.from(stormListing(members)),
    };
    const comment = `${plural(members.length, "incident")} of this storm as of ${at(time.getTime())}, the worst first.`;
    await messenger.share(file, { channelId: message.channelId, threadTs: message.ts, comment });
    return undefined;
  },
};

type Answer = (found: ActionTarget, context: AlertsContext) => Reply | undefined | Promise<Reply>;

const answers: Record<MoreChoice, Answer> = {
  history: ({ incident }) => whoDidWhat(incident),
  trace: ({ incident: { id, latest } }) =>
    say(`Every step that “${titleFromElsewhere(latest.title)}” took on its way here, with its time:`, [
      commandButton("Show the trace", `alerts trace ${id}`),
    ]),
  rule: ruleReply,
  mute: muteQuestion,
  // A link: Slack opens it by itself.
  silence: () => undefined,
};

/** “⋯”: the menu of rarer actions. */
export const moreAction: Action<AlertsContext> = {
  actionId: actionIds.more,
  access: "viewer",
  async run({ value }, context) {
    const read = readChoice(value, moreChoices);
    const found = await findTarget(read?.incidentId ?? "", context);
    if ("gone" in found) return found.gone;
    return read && answers[read.choice](found, context);
  },
};

// A message takes 8,500 characters in all.
const mostText = 6_000;

function whoDidWhat({ latest, history }: Incident): Reply {
  const title = titleFromElsewhere(latest.title);
  const all = history.map((entry) => `• ${historyLine(entry, "mention")}`);
  let length = 0;
  const tooOld = all.findLastIndex((line) => (length += line.length + 1) > mostText);
  const lines = all.slice(tooOld + 1);
  const rest = lines.length < history.length ? ["What was before that stands under Details."] : [];
  return reply(`What happened to “${title}”`, packed([`*What happened to “${title}”*`, ...lines, ...rest]));
}

/** The question before an alert is muted. A mute lasts until a person ends it. */
function muteQuestion(found: ActionTarget): Reply {
  const { incident } = found;
  const muted = mutedAlready(found);
  if (muted) return muted;
  const question = `Mute ${named(found)}? Nobody is told when it fires again, until somebody ends that: ${code(`/db hook mutes ${found.hook.name}`)}.`;
  const yes = button({ text: "Mute it", actionId: actionIds.mute, value: incident.id });
  return say(question, [{ ...yes, style: "danger" }]);
}

/** “Mute it”: stops the posts of an alert until a person unmutes it at the hook. */
export const muteAction = incidentAction(
  { actionId: actionIds.mute, access: "operator", replaces: true },
  async (found, interaction, context) => {
    const muted = mutedAlready(found);
    if (muted) return muted;
    const { incident, hook } = found;
    const { key, latest } = incident;
    const entry = { title: latest.title, userId: interaction.userId, at: context.now().toISOString() };
    await changeHookIfThere(hook, context, (present) => ({
      ...present,
      // `fromEntries` defines the key. An assignment would fail for "__proto__", and senders choose keys.
      muted: Object.fromEntries([...Object.entries(present.muted), [key, entry]]),
    }));
    await takeAction(context, incident, { ...actionBy(interaction, incident, context), verb: "mute" });
    return say(`Muted: ${named(found)}. To hear of it again: ${code(`/db hook mutes ${hook.name}`)}.`);
  },
);

function mutedAlready(found: ActionTarget): Reply | undefined {
  const { incident, hook } = found;
  const mute = Object.hasOwn(hook.muted, incident.key) ? hook.muted[incident.key] : undefined;
  return mute
    ? say(`${named(found)} was muted already by <@${mute.userId}> ${at(Date.parse(mute.at))}.`)
    : undefined;
}

function named({ incident, hook }: ActionTarget): string {
  return `“${titleFromElsewhere(incident.latest.title)}” of the hook ${fromElsewhere(hook.name, 60)}`;
}

/** “Show its rule”: leads to the alert rule in the observability system behind an incident. */
export const ruleAction = incidentAction(
  { actionId: actionIds.rule, access: "viewer" },
  (found, _interaction, context) => ruleReply(found, context),
);

/** A reply that leads to the rule of an incident, or else says why it is not known. */
async function ruleReply({ incident, hook }: ActionTarget, context: AlertsContext): Promise<Reply> {
  const title = titleFromElsewhere(incident.latest.title);
  const result = await findRule(incident, hook, context);
  if ("alertId" in result) {
    const text = `The rule behind “${title}”, with what it watches and whom it tells:`;
    const show = commandButton("Show alert", `alerts show ${result.alertId} ${result.location}`);
    return say(text, [show]);
  }
  const text = `The rule behind “${title}” cannot be told. ${result.why}`;
  if ("location" in result)
    return say(text, [commandButton("Show all alerts there", `alerts list ${result.location}`)]);
  const whatNow = `To say it: ${code(`/db hook observe ${hook.name} <service>`)}.`;
  return say(`${text} ${whatNow}`, [commandButton("Show the hook", `hook show ${hook.name}`)]);
}
