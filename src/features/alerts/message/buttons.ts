import type { ActionsBlock, Overflow, StaticSelect } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { plainText } from "../../../platform/blocks/text.ts";
import { type Hook, muteOf } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { subscriptionSender } from "../senders/sns.ts";
import { mayHaveRule } from "../reconcile/rule-of.ts";
import { link } from "../../../platform/blocks/escape.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import { type MoreChoice, actionIds, choiceValue, moreChoices, snoozeChoices } from "./status.ts";
import * as texts from "./texts.ts";

// A section takes 3,000 characters, and the message holds other text too.
const longestAddress = 1_000;

/** The links of an alert in mrkdwn: into the console, and to its runbook. Undefined if its sender gave none. */
export function linksLine({ link: address, runbook, sender }: AlertEvent): string | undefined {
  const linked = sender === subscriptionSender ? texts.confirmSubscription : texts.console;
  const shown = [shortLink(address, linked), shortLink(runbook, texts.runbook)].filter(Boolean);
  return shown.length === 0 ? undefined : shown.join(" · ");
}

function shortLink(address: string | undefined, text: string): string {
  const safe = webAddress(address);
  if (safe === undefined) return "";
  const shown = link(safe, text);
  return shown.length <= longestAddress ? shown : texts.linkTooLong;
}

/** The address of the page that silences an alert: the sender's own, else the console's list of alerts. */
function silenceAddress({ silenceLink, link: address }: AlertEvent): string | undefined {
  const own = webAddress(silenceLink);
  if (own !== undefined && own.length <= longestAddress) return own;
  const url = webUrl(address);
  if (!url) return undefined;
  const alerts = `${url.origin}/alerts`;
  return alerts.length <= longestAddress ? alerts : undefined;
}

/** An http(s) address as `URL` writes it, without characters that end a Slack link. Undefined for any other text. */
export function webAddress(address: string | undefined): string | undefined {
  return webUrl(address)?.href;
}

function webUrl(address: string | undefined): URL | undefined {
  const url = address === undefined ? null : URL.parse(address);
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

// A resolved incident has no actions.
const offered: Record<Incident["state"], readonly (keyof typeof makers)[]> = {
  firing: ["acknowledge", "snooze", "resolve"],
  acknowledged: ["snooze", "resolve", "release"],
  snoozed: ["acknowledge", "snooze", "resolve", "release"],
  resolved: [],
};

const makers = {
  acknowledge: (value: string) => ({
    ...button({ text: texts.buttons.acknowledge, actionId: actionIds.acknowledge, value }),
    style: "primary" as const,
  }),
  snooze: snoozeMenu,
  resolve: (value: string) => button({ text: texts.buttons.resolve, actionId: actionIds.resolve, value }),
  release: (value: string) => button({ text: texts.buttons.release, actionId: actionIds.release, value }),
};

/** The buttons of an incident. A message may be outdated, so each interaction checks the state again. */
export function buttons(incident: Incident, hook: Hook): ActionsBlock {
  const { id, state } = incident;
  return actions([
    ...offered[state].map((part) => makers[part](id)),
    button({ text: texts.buttons.details, actionId: actionIds.details, value: id }),
    moreMenu(incident, hook),
  ]);
}

// The words of the menus are the same in every message.
const snoozeText = plainText(texts.buttons.snooze, limits.select.placeholder);
const snoozeOptions = snoozeChoices.map((choice) => ({
  choice,
  text: plainText(texts.snoozeChoices[choice], limits.option.text),
}));
const moreOptions = moreChoices.map((choice) => ({
  choice,
  text: plainText(texts.moreChoices[choice], limits.option.text),
}));

function snoozeMenu(incidentId: string): StaticSelect {
  return {
    type: "static_select",
    action_id: actionIds.snooze,
    placeholder: snoozeText,
    options: snoozeOptions.map(({ choice, text }) => ({ text, value: choiceValue(choice, incidentId) })),
  };
}

function moreMenu(incident: Incident, hook: Hook): Overflow {
  const { id, key, latest } = incident;
  const silenceAt = silenceAddress(latest);
  const isLeftOut: Partial<Record<MoreChoice, boolean>> = {
    rule: !mayHaveRule(incident),
    mute: muteOf(hook, { key, alertName: latest.alertName }) !== undefined,
    silence: silenceAt === undefined,
  };
  return {
    type: "overflow",
    action_id: actionIds.more,
    options: moreOptions
      .filter(({ choice }) => !isLeftOut[choice])
      .map(({ choice, text }) => {
        const option = { text, value: choiceValue(choice, id) };
        return choice === "silence" && silenceAt !== undefined ? { ...option, url: silenceAt } : option;
      }),
  };
}
