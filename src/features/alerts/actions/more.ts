import { commandButton } from "../../../platform/blocks/command-button.ts";
import { packed } from "../../../platform/blocks/text.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import type { Action } from "../../../platform/forms/interaction.ts";
import type { Incident } from "../incident/record.ts";
import { muteQuestion } from "./mute.ts";
import { type ActionTarget, findTarget, incidentAction, readChoice } from "./target.ts";
import { titleOf } from "../message/incident-message.ts";
import { historyLines } from "../message/thread-entries.ts";
import { fromElsewhere, titleFromElsewhere } from "../message/notes.ts";
import { readableTitle } from "../message/title.ts";
import { traceIncident } from "../open/trace.ts";
import { actionIds, type MoreChoice, moreChoices } from "../message/status.ts";
import { findRule } from "../reconcile/rule-of.ts";
import { answerView } from "../../../platform/slack/interactions/modal-answer.ts";
import * as texts from "./texts.ts";

/** The choices that open a modal. */
const windows: Partial<
  Record<MoreChoice, { title: string; show: (found: ActionTarget, context: AlertsContext) => Promise<Reply> }>
> = {
  history: { title: texts.historyTitle, show: async ({ incident }) => historyReply(incident) },
  trace: {
    title: texts.traceTitle,
    show: async ({ incident: { id } }, context) => (await traceIncident(id, 1, context)).draw(),
  },
  rule: { title: texts.ruleTitle, show: ruleReply },
  // A message would be at the end of the channel, out of sight for whoever scrolled up.
  mute: { title: texts.muteTitle, show: async (found) => muteQuestion(found) },
};

/** “⋯”: the menu of rarer actions. Each opens at once, above the alert. */
export const moreAction: Action<AlertsContext> = {
  actionId: actionIds.more,
  access: "viewer",
  opens: ({ value }) => windows[readChoice(value, moreChoices)?.choice ?? "silence"] !== undefined,
  async run({ value, triggerId, channelId }, context) {
    const read = readChoice(value, moreChoices);
    const found = await findTarget(read?.id ?? "", context);
    if ("gone" in found) return found.gone;
    // “Silence” is a link: Slack opens it by itself.
    const opened = read && windows[read.choice];
    if (!opened) return undefined;
    const shown = await opened.show(found, context);
    await context.messenger.openModal(triggerId, answerView(shown, { title: opened.title, channelId }));
    return undefined;
  },
};

// As much as people read at once.
const mostText = 20_000;

function historyReply(incident: Incident): Reply {
  const headline = texts.historyOf(titleOf(incident));
  const all = historyLines(incident, "mention").map((line) => `• ${line}`);
  let length = 0;
  const tooOld = all.findLastIndex((line) => (length += line.length + 1) > mostText);
  const lines = all.slice(tooOld + 1);
  const rest = lines.length < all.length ? [texts.olderInDetails] : [];
  return { text: headline, blocks: packed([headline, ...lines, ...rest]) };
}

/** “Rule” in an alert's details: opens the alert rule in the observability system behind an incident. */
export const ruleAction = incidentAction(
  { actionId: actionIds.rule, access: "viewer", opens: () => true },
  async (found, { triggerId, channelId }, context) => {
    const view = answerView(await ruleReply(found, context), { title: texts.ruleTitle, channelId });
    await context.messenger.openModal(triggerId, view);
    return undefined;
  },
);

/** The rule of an incident in full, or else why it is not known. */
async function ruleReply({ incident, hook }: ActionTarget, context: AlertsContext): Promise<Reply> {
  const result = await findRule(incident, hook, context);
  if ("alertId" in result) return context.showRule(result);
  const { title } = readableTitle(incident.latest, true);
  const text = texts.ruleUnknown(titleFromElsewhere(title), result.why);
  if ("location" in result)
    return say(text, [
      commandButton(texts.allRulesThere, { call: "alert_rules_list", args: { service: result.location } }),
    ]);
  return say(`${text} ${texts.sayServer(fromElsewhere(hook.name, 60))}`, [
    commandButton(texts.showHook, { call: "hooks_show", args: { hook: hook.id } }),
  ]);
}
