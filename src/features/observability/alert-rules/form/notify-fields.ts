import { limits } from "../../../../platform/blocks/limits.ts";
import type { Choice, FormField, FormSection, FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import { plural } from "../../../../lib/text.ts";
import {
  type AlertFormFacts,
  anotherWebhook,
  canChooseWebhook,
  factsOf,
  isAnotherWebhook,
  withChosen,
} from "./facts.ts";
import { bodyTemplate, hookAddress } from "../../../alerts/index.ts";
import type { ActionsBlockElement, KnownBlock } from "@slack/types";
import { actions, linkButton } from "../../../../platform/blocks/button.ts";
import { commandButton } from "../../../../platform/blocks/command-button.ts";
import { context as smallPrint, preformatted, section } from "../../../../platform/blocks/text.ts";
import * as texts from "../texts.ts";
import { stepButton } from "../../../../platform/forms/draw.ts";

/** Whom an alert notifies: a known webhook, or another one with the hook to which it posts. */
const webhookFields: readonly FormField[] = [
  {
    name: "webhook",
    label: "Webhook",
    input: "select",
    optional: false,
    choices: webhookChoices,
    rest: "For another one, choose “Another webhook”.",
    shows: (state) => canChooseWebhook(factsOf(state)) && factsOf(state).webhooks.length > 0,
    follows: (state) => String(factsOf(state).webhooks.length),
  },
  {
    name: "hook",
    label: "Hook it posts to",
    help: "Then I know where its alerts appear.",
    input: "select",
    optional: true,
    noneText: "None of these",
    rest: "For another one, choose none. I'll learn it from the first alert.",
    choices: (state) => factsOf(state).hooks.map(({ id, name }) => ({ value: id, text: name })),
    emptyText: "You have no hooks yet.",
    shows: isAnotherWebhook,
    follows: (state) => String(factsOf(state).hooks.length),
  },
];

/** An unknown webhook is named by its id. */
const webhookIdFields: readonly FormField[] = [
  {
    name: "webhookId",
    label: "Webhook id",
    help: "From the server's console, such as 65f2c0a1b3d4e5f60718293a.",
    input: "text",
    optional: false,
    maxLength: 200,
    shows: isAnotherWebhook,
  },
];

/** The sections that ask whom an alert notifies, and explain how to make a webhook. `step` is their step's name. */
export function notifySections(step: string): FormSection[] {
  return [
    { fields: webhookFields },
    { intro: (state) => howToWebhook(step, state), fields: webhookIdFields },
  ];
}

function webhookChoices(state: FormState): Choice[] {
  const known = factsOf(state).webhooks.map(({ webhookId, hookName, usedBy }) => ({
    value: webhookId,
    text: `${hookName ?? `Webhook ${webhookId}`} (${plural(usedBy, "rule")})`,
  }));
  const another = { value: anotherWebhook, text: "Another webhook" };
  // Slack would cut it off at the end of too many.
  const all = known.length < limits.select.options ? [...known, another] : [another, ...known];
  return withChosen(all, textIn(state.values, "webhook"));
}

/** Explains how to make a webhook that posts to a hook of ours, because the API cannot. Empty if one is chosen. */
function howToWebhook(step: string, state: FormState): KnownBlock[] {
  if (!isAnotherWebhook(state)) return [];
  const facts = factsOf(state);
  const hook = facts.hooks.find(({ id }) => id === textIn(state.values, "hook"));
  return hook
    ? [...stepsFor(hook, facts), ...webhookRow(consoleButtons(facts))]
    : [...chooseFirst(facts), ...webhookRow([...hookButtons(step, facts), ...consoleButtons(facts)])];
}

function stepsFor(
  { id, name, channelId }: AlertFormFacts["hooks"][number],
  { publicUrl }: AlertFormFacts,
): KnownBlock[] {
  return [
    section(texts.webhookSteps(name, channelId)),
    preformatted(hookAddress(publicUrl, id)),
    section(texts.webhookBody),
    preformatted(bodyTemplate),
    smallPrint(texts.webhookSecret(name)),
  ];
}

function chooseFirst({ channelId }: AlertFormFacts): KnownBlock[] {
  return [section(texts.chooseHookFirst), smallPrint(texts.newHook(channelId))];
}

function hookButtons(step: string, { channelId }: AlertFormFacts): ActionsBlockElement[] {
  const make =
    channelId === undefined
      ? []
      : [commandButton(texts.hookButtons.create, `alerts hooks create <#${channelId}>`)];
  return [...make, stepButton(texts.hookButtons.refresh, step)];
}

function consoleButtons({ consoleUrl }: AlertFormFacts): ActionsBlockElement[] {
  return consoleUrl === undefined ? [] : [linkButton(texts.hookButtons.console, consoleUrl)];
}

/** A fixed block_id, so a click counts even if the form is redrawn at that moment. */
function webhookRow(elements: readonly ActionsBlockElement[]): KnownBlock[] {
  return elements.length === 0 ? [] : [{ ...actions(elements), block_id: "webhook-buttons" }];
}
