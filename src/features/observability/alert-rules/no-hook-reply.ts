import type { ActionsBlockElement } from "@slack/types";
import { actions, linkButton } from "../../../platform/blocks/button.ts";
import { choiceHere, commandButton, commandSelect } from "../../../platform/blocks/command-button.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { ObservabilityContext } from "../context.ts";
import { wordOfPlace } from "../choose-target.ts";
import { consoleOfPlace } from "../console.ts";
import type { NamedPlace } from "../target.ts";
import { notifiesInWords } from "./format-notifies.ts";
import { theWebhookOf } from "./webhooks/the-webhook-of.ts";

// A message has room for so many names and ids of hooks.
const mostHooks = 40;

/** Says that an alert is not known to reach a hook of ours, and what to do: say which one it is, or try it in the console. */
export async function noHookReply(
  alert: Alert,
  place: NamedPlace,
  context: Pick<ObservabilityContext, "hooks" | "connections">,
): Promise<Reply> {
  const [hooks, console] = await Promise.all([context.hooks.list(), consoleOfPlace(place, context)]);
  const name = `*${escapeName(alert.name || alert.id, 100)}*`;
  const about = `${alert.id} ${wordOfPlace(place)}`;
  const canSay = theWebhookOf(alert) !== undefined && hooks.length > 0;
  const ways: ActionsBlockElement[] = [
    ...(canSay
      ? [
          commandSelect({
            placeholder: "It posts to the hook…",
            command: `alerts hook ${alert.id} ${choiceHere} ${wordOfPlace(place)}`,
            options: hooks
              .filter(({ id }) => id.length <= limits.option.value)
              .slice(0, mostHooks)
              .map((hook) => ({ text: hook.name, value: hook.id })),
          }),
        ]
      : []),
    commandButton("Edit", `alerts edit ${about}`),
    ...(console ? [linkButton("Open the console", console.addressOf({ kind: "alerts" }))] : []),
  ];
  const say = canSay
    ? "If you know which hook that is, choose it below"
    : `To bring alerts into a channel, make a hook with ${code("/db hook create")}, let a webhook of the server post to it, and choose that for the alert`;
  const text = `${name} tells ${notifiesInWords(alert, [])}, and I do not know that it reaches a hook of ours, so no test was sent. ${say}; or send the test from the server's console.`;
  return reply(text, [section(text), actions(ways)]);
}
