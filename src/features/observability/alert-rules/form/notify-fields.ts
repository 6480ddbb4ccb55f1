import { limits } from "../../../../platform/blocks/limits.ts";
import type { Choice, FormField, FormSection, FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import { plural } from "../../../../lib/text.ts";
import { factsOf } from "./facts.ts";
import { howToWebhook } from "./how-to-webhook.ts";
import { anotherWebhook, canChooseWebhook, isAnotherWebhook } from "./webhook-choice.ts";
import { withChosen } from "./with-chosen.ts";

/** Whom an alert tells: one of the webhooks known, or another one, with the hook of ours that it posts to. */
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

/** A webhook that is not known here is named by its id. */
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

/** The sections of a step of this name that ask whom an alert tells, and say how a webhook comes to be. */
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
  // At the end of more than Slack shows it would be cut off.
  const all = known.length < limits.select.options ? [...known, another] : [another, ...known];
  return withChosen(all, textIn(state.values, "webhook"));
}
