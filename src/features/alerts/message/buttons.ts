import type { ActionsBlock, Overflow, StaticSelect } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { plainText } from "../../../platform/blocks/text.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { mayHaveRule } from "../reconcile/rule-of.ts";
import { link } from "../../../platform/blocks/link.ts";
import type { AlertEvent } from "../incident/event-record.ts";
import {
  type MoreChoice,
  type SnoozeChoice,
  actionIds,
  choiceValue,
  moreChoices,
  snoozeChoices,
} from "./status.ts";

// A section takes 3,000 characters, and the message holds other text too.
const longestAddress = 1_000;

/** The link of an alert in mrkdwn, or a hint if it is too long. Undefined if its sender gave none. */
export function consoleLine({ link: address }: AlertEvent): string | undefined {
  const safe = webAddress(address);
  if (safe === undefined) return undefined;
  const shown = link(safe, "Open in the console");
  return shown.length <= longestAddress
    ? shown
    : "Its link into the console is too long for a message: it stands under Details.";
}

/** The address of the page that silences an alert: the sender's own, else the console's list of alerts. */
function silenceAddress({ silenceLink, link: address }: AlertEvent): string | undefined {
  const own = webAddress(silenceLink);
  if (own !== undefined && own.length <= longestAddress) return own;
  const safe = webAddress(address);
  if (safe === undefined) return undefined;
  const alerts = `${new URL(safe).origin}/alerts`;
  return alerts.length <= longestAddress ? alerts : undefined;
}

/** An http(s) address as `URL` writes it, without characters that end a Slack link. Undefined for any other text. */
export function webAddress(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
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
    ...button({ text: "Acknowledge", actionId: actionIds.acknowledge, value }),
    style: "primary" as const,
  }),
  snooze: snoozeMenu,
  resolve: (value: string) => button({ text: "Resolve", actionId: actionIds.resolve, value }),
  release: (value: string) => button({ text: "Take back", actionId: actionIds.release, value }),
};

/** The buttons of an incident. A message may be outdated, so each interaction checks the state again. */
export function buttons(incident: Incident, hook: Hook): ActionsBlock {
  const { id, state } = incident;
  return actions([
    ...offered[state].map((part) => makers[part](id)),
    button({ text: "Details", actionId: actionIds.details, value: id }),
    moreMenu(incident, hook),
  ]);
}

const snoozeTexts: Record<SnoozeChoice, string> = {
  "15m": "For 15 minutes",
  "1h": "For 1 hour",
  "4h": "For 4 hours",
  tomorrow: "Until tomorrow 9:00",
  custom: "Custom…",
};

function snoozeMenu(incidentId: string): StaticSelect {
  return {
    type: "static_select",
    action_id: actionIds.snooze,
    placeholder: plainText("Snooze", limits.select.placeholder),
    options: snoozeChoices.map((choice) => ({
      text: plainText(snoozeTexts[choice], limits.option.text),
      value: choiceValue(choice, incidentId),
    })),
  };
}

const moreTexts: Record<MoreChoice, string> = {
  history: "Who did what",
  trace: "Trace its way here",
  rule: "Show its rule",
  mute: "Mute this alert…",
  silence: "Silence it in the console",
};

function moreMenu(incident: Incident, { muted }: Hook): Overflow {
  const { id, key, latest } = incident;
  const silenceAt = silenceAddress(latest);
  const isLeftOut: Partial<Record<MoreChoice, boolean>> = {
    rule: !mayHaveRule(incident),
    mute: Object.hasOwn(muted, key),
    silence: silenceAt === undefined,
  };
  return {
    type: "overflow",
    action_id: actionIds.more,
    options: moreChoices
      .filter((choice) => !isLeftOut[choice])
      .map((choice) => ({
        text: plainText(moreTexts[choice], limits.option.text),
        value: choiceValue(choice, id),
        ...(choice === "silence" && silenceAt !== undefined ? { url: silenceAt } : {}),
      })),
  };
}
