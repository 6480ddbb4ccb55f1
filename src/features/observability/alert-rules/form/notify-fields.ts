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
import { code, escapeName } from "../../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../../platform/blocks/link.ts";
import { preformatted } from "../../../../platform/blocks/preformatted.ts";
import { section, context as smallPrint } from "../../../../platform/blocks/text.ts";
import { stepButton } from "../../../../platform/forms/draw.ts";

/** Whom an alert notifies: a known webhook, or another one with our hook to which it posts. */
const webhookFields: readonly FormField[] = [
  {
    name: "webhook",
    label: "Webhook it posts to",
    input: "select",
    optional: false,
    choices: webhookChoices,
    rest: "Choose “Another webhook” to give the id of any other.",
    shows: (state) => canChooseWebhook(factsOf(state)) && factsOf(state).webhooks.length > 0,
    follows: (state) => String(factsOf(state).webhooks.length),
  },
  {
    name: "hook",
    label: "Hook of ours that it posts to",
    help: "So that I know where it shows, and which alert an incident is of.",
    input: "select",
    optional: true,
    noneText: "None of ours",
    rest: "For another one choose none: I learn it from the first alert that comes.",
    choices: (state) => factsOf(state).hooks.map(({ id, name }) => ({ value: id, text: name })),
    emptyText: "There is no hook here yet.",
    shows: isAnotherWebhook,
    follows: (state) => String(factsOf(state).hooks.length),
  },
];

/** An unknown webhook is named by its id. */
const webhookIdFields: readonly FormField[] = [
  {
    name: "webhookId",
    label: "Id of the webhook",
    help: "As the server's console has it, such as 65f2c0a1b3d4e5f60718293a.",
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
    text: `${hookName ?? `Webhook ${webhookId}`} (${plural(usedBy, "alert")})`,
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
    ? [...stepsFor(hook, facts), ...row(consoleButtons(facts))]
    : [...chooseFirst(facts), ...row([...hookButtons(step, facts), ...consoleButtons(facts)])];
}

function stepsFor(
  { id, name, channelId }: AlertFormFacts["hooks"][number],
  { publicUrl }: AlertFormFacts,
): KnownBlock[] {
  return [
    section(
      `*${escapeName(name)}* shows ${formatChannel({ channelId })}. In the server's console, add a generic webhook with this address, and the header ${code("Authorization: Bearer <the hook's secret>")}:`,
    ),
    preformatted(hookAddress(publicUrl, id)),
    section("Its body, with the space before the last brace:"),
    preformatted(bodyTemplate),
    smallPrint(
      `The secret was shown when the hook was made; ${code(`/db hook rotate ${name}`)} makes another one. Then give the webhook's id below.`,
    ),
  ];
}

function chooseFirst({ channelId }: AlertFormFacts): KnownBlock[] {
  const where = channelId === undefined ? "" : ` for <#${channelId}>`;
  return [
    section(
      "Webhooks are made in the server's console, for its API cannot. Choose above which hook of ours it posts to, and what to do there stands here.",
    ),
    smallPrint(
      `“Make a new hook” makes one${where}, and sends you its address and secret in a direct message. What you filled in stays; then press “Look again”.`,
    ),
  ];
}

function hookButtons(step: string, { channelId }: AlertFormFacts): ActionsBlockElement[] {
  const make =
    channelId === undefined ? [] : [commandButton("Make a new hook", `hook create <#${channelId}>`)];
  return [...make, stepButton("Look again", step)];
}

function consoleButtons({ consoleUrl }: AlertFormFacts): ActionsBlockElement[] {
  return consoleUrl === undefined ? [] : [linkButton("Open the console", consoleUrl)];
}

/** A fixed block_id, so that a click counts even if the form is redrawn at that moment. */
function row(elements: readonly ActionsBlockElement[]): KnownBlock[] {
  return elements.length === 0 ? [] : [{ ...actions(elements), block_id: "webhook-buttons" }];
}
