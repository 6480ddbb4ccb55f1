import { bodyTemplate, hookAddress } from "../../../alerts/index.ts";
import type { ActionsBlockElement, KnownBlock } from "@slack/types";
import { actions, linkButton } from "../../../../platform/blocks/button.ts";
import { commandButton } from "../../../../platform/blocks/command-button.ts";
import { code, escapeName } from "../../../../platform/blocks/escape.ts";
import { placeInMrkdwn } from "../../../../platform/blocks/place.ts";
import { preformatted } from "../../../../platform/blocks/preformatted.ts";
import { context as smallPrint, section } from "../../../../platform/blocks/text.ts";
import { stepButton } from "../../../../platform/forms/draw.ts";
import type { FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import { type AlertFormFacts, factsOf } from "./facts.ts";
import { isAnotherWebhook } from "./webhook-choice.ts";

/** How a webhook comes to be that posts to a hook of ours: the API has no way to make one. Nothing where one is chosen. */
export function howToWebhook(step: string, state: FormState): KnownBlock[] {
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
      `*${escapeName(name)}* shows ${placeInMrkdwn({ channelId })}. In the server's console, add a generic webhook with this address, and the header ${code("Authorization: Bearer <the hook's secret>")}:`,
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

/** With a name of its own, so that a press counts although the form is drawn anew at that moment. */
function row(elements: readonly ActionsBlockElement[]): KnownBlock[] {
  return elements.length === 0 ? [] : [{ ...actions(elements), block_id: "webhook-buttons" }];
}
