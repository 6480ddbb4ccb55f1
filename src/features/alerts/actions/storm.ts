import type { Button, StaticSelect } from "@slack/types";
import { button } from "../../../platform/blocks/button.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { plainText } from "../../../platform/blocks/text.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { visible } from "../../../platform/blocks/escape.ts";
import { say } from "../../../platform/blocks/reply.ts";
import type { Action } from "../../../platform/forms/interaction.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import { utcTime } from "../../../lib/time.ts";
import type { AlertsContext } from "../context.ts";
import { actionIds, at, stormSnoozeChoices } from "../message/status.ts";
import { stormListing } from "../message/storm-message.ts";
import { groupOf, ruleOf } from "../open/open-incidents.ts";
import { type StormRule, isOpen, ruleRef, rulesOf, worstFirst } from "../storm/members.ts";
import * as texts from "../storm/texts.ts";
import { actOnAll, memberOf, queueAll } from "./many.ts";
import { snoozeEnd } from "./snooze.ts";
import { muteRule, readChoice } from "./target.ts";

/** “Show all”: posts all incidents of a storm as a file in its thread. */
export const stormAllAction: Action<AlertsContext> = {
  actionId: actionIds.stormAll,
  access: "viewer",
  async run({ value, message }, { storms, messenger, now }) {
    const members = worstFirst(await storms.members(value));
    if (members.length === 0 || !message) return say(texts.gone());
    const time = now();
    const file = {
      name: "storm.txt",
      title: texts.listTitle(utcTime(time)),
      bytes: Buffer.from(stormListing(members)),
    };
    const comment = texts.listComment(members.length, at(time.getTime()));
    await messenger.share(file, { channelId: message.channelId, threadTs: message.ts, comment });
    return undefined;
  },
};

/** “Acknowledge all”: the person takes all firing incidents of a storm, in one write. */
export const stormAcknowledgeAction: Action<AlertsContext> = {
  actionId: actionIds.stormAcknowledge,
  access: "operator",
  async run(interaction, context) {
    const { value: summaryId } = interaction;
    const members = await context.storms.members(summaryId);
    if (members.length === 0) return say(texts.gone());
    const firing = members.filter(({ state }) => state === "firing");
    if (firing.length === 0) return say(texts.nothingFires);
    await actOnAll({ summaryId }, firing, interaction, context, { verb: "acknowledge" });
    return say(texts.acknowledged(firing.length));
  },
};

/** “Acknowledge all” of a line of `/db alerts`: the person takes all firing incidents of a rule, in one write. */
export const acknowledgeRuleAction: Action<AlertsContext> = {
  actionId: actionIds.acknowledgeRule,
  access: "operator",
  async run(interaction, context) {
    const [ref = "", hookId = ""] = interaction.value.split(" ");
    const hook = await context.hooks.find(hookId);
    const open = await context.incidents.many(hook ? await context.incidents.open(hookId) : []);
    const firing = open.filter(
      (incident) =>
        incident.state === "firing" && groupOf(incident, hook) === "firing" && ruleOf(incident) === ref,
    );
    if (firing.length === 0) return say(texts.noneFires);
    await actOnAll({ hookId }, firing.map(memberOf), interaction, context, { verb: "acknowledge" });
    return say(texts.acknowledged(firing.length));
  },
};

/** “Snooze all”: stops the posts of all open incidents of a storm for a while, in one write. */
export const stormSnoozeAction: Action<AlertsContext> = {
  actionId: actionIds.stormSnooze,
  access: "operator",
  async run(interaction, context) {
    const read = readChoice(interaction.value, stormSnoozeChoices);
    if (!read) return say(texts.gone());
    const members = await context.storms.members(read.id);
    if (members.length === 0) return say(texts.gone());
    const awake = members.filter(({ state }) => state === "firing" || state === "acknowledged");
    if (awake.length === 0) return say(texts.nothingOpen);
    const { until } = await snoozeEnd(read.choice, interaction, context);
    await actOnAll({ summaryId: read.id }, awake, interaction, context, {
      verb: "snooze",
      untilMs: until.getTime(),
    });
    return say(texts.snoozed(awake.length, slackDate(until)));
  },
};

/** “Mute this rule…”: asks which rule of a storm to mute. */
export const stormMuteAction: Action<AlertsContext> = {
  actionId: actionIds.stormMute,
  access: "operator",
  async run({ value: summaryId }, { storms }) {
    const members = await storms.members(summaryId);
    if (members.length === 0) return say(texts.gone());
    const rules = rulesOf(members.filter(isOpen));
    if (rules.length === 0) return say(texts.nothingToMute);
    return say(texts.muteQuestion(rules.length), [whichRule(rules, summaryId)]);
  },
};

/** A button for one rule, a menu for several. */
function whichRule(rules: readonly StormRule[], summaryId: string): Button | StaticSelect {
  const options = rules.slice(0, limits.select.options).map((rule) => ({
    text: texts.muteRule(truncate(oneLine(visible(rule.alertName)), 45), texts.alertsOf(rule.count)),
    value: `${ruleRef(rule)} ${summaryId}`,
  }));
  const [only] = options;
  if (only && options.length === 1)
    return { ...button({ ...only, actionId: actionIds.stormMuteRule }), style: "danger" };
  return {
    type: "static_select",
    action_id: actionIds.stormMuteRule,
    placeholder: plainText(texts.whichRule, limits.select.placeholder),
    options: options.map(({ text, value }) => ({ text: plainText(text, limits.option.text), value })),
  };
}

/** “Mute …”: stops the posts of all alerts of one rule until a person unmutes it at the hook. */
export const stormMuteRuleAction: Action<AlertsContext> = {
  actionId: actionIds.stormMuteRule,
  access: "operator",
  replaces: true,
  async run(interaction, context) {
    const [ref, summaryId = ""] = interaction.value.split(" ");
    const members = await context.storms.members(summaryId);
    const rule = rulesOf(members).find((each) => ruleRef(each) === ref);
    if (!rule) return say(texts.gone());
    const ofRule = members.filter(
      (member) => isOpen(member) && member.alertName === rule.alertName && member.hookId === rule.hookId,
    );
    const reply = await muteRule(rule, interaction, context);
    // Their messages show the mute.
    await queueAll(ofRule, interaction, context, { verb: "mute" });
    return reply;
  },
};
