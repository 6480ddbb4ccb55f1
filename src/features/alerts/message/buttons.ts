import type { ActionsBlock, ActionsBlockElement, Overflow, StaticSelect } from "@slack/types";
import { actions, button } from "../../../platform/blocks/button.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { plainText } from "../../../platform/blocks/text.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import {
  type MoreChoice,
  type SnoozeChoice,
  actionIds,
  choiceValue,
  moreChoices,
  snoozeChoices,
} from "./action-ids.ts";
import { mayHaveRule } from "../reconcile/rule-of.ts";
import { silenceAddress } from "./console-links.ts";

type Part = "acknowledge" | "snooze" | "resolve" | "release";

// What is over takes no more than a look.
const offered: Record<Incident["state"], readonly Part[]> = {
  firing: ["acknowledge", "snooze", "resolve"],
  acknowledged: ["snooze", "resolve", "release"],
  snoozed: ["acknowledge", "snooze", "resolve", "release"],
  resolved: [],
};

const makers: Record<Part, (incidentId: string) => ActionsBlockElement> = {
  acknowledge: (value) => ({
    ...button({ text: "Acknowledge", actionId: actionIds.acknowledge, value }),
    style: "primary",
  }),
  snooze: snoozeMenu,
  resolve: (value) => button({ text: "Resolve", actionId: actionIds.resolve, value }),
  release: (value) => button({ text: "Take back", actionId: actionIds.release, value }),
};

/** What can be done with an incident as it stands; every press is judged anew, for messages may lag behind. */
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
