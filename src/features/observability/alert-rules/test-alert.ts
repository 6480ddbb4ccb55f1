import { type Hook, sendTest } from "../../alerts/index.ts";
import { actions, linkButton } from "../../../platform/blocks/button.ts";
import { choiceHere, commandButton, commandSelect } from "../../../platform/blocks/command-button.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type Alert, alertDashboardId } from "../../../platform/cloud/observability/alert.ts";
import type { ObservabilityContext } from "../context.ts";
import { truncate } from "../../../lib/text.ts";
import { consoleOfTarget } from "../console.ts";
import { observabilityClientOf } from "../observability-client.ts";
import type { ActionsBlockElement } from "@slack/types";
import { limits } from "../../../platform/blocks/limits.ts";
import { formatNotifies } from "./format-rule.ts";
import { knownWebhooks, theWebhookOf } from "./webhooks/known.ts";
import { type NamedTarget, wordOfTarget } from "../target.ts";

// A message has room for so many names and ids of hooks.
const mostHooks = 40;

/** Says that an alert is not known to reach a hook of ours, and what to do: say which one it is, or try it in the console. */
async function noHookReply(
  alert: Alert,
  target: NamedTarget,
  context: Pick<ObservabilityContext, "hooks" | "connections">,
): Promise<Reply> {
  const [hooks, console] = await Promise.all([context.hooks.list(), consoleOfTarget(target, context)]);
  const name = `*${escapeName(alert.name || alert.id, 100)}*`;
  const about = `${alert.id} ${wordOfTarget(target)}`;
  const canSay = theWebhookOf(alert) !== undefined && hooks.length > 0;
  const ways: ActionsBlockElement[] = [
    ...(canSay
      ? [
          commandSelect({
            placeholder: "It posts to the hook…",
            command: `alerts hook ${alert.id} ${choiceHere} ${wordOfTarget(target)}`,
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
  const text = `${name} tells ${formatNotifies(alert, [])}, and I do not know that it reaches a hook of ours, so no test was sent. ${say}; or send the test from the server's console.`;
  return reply(text, [section(text), actions(ways)]);
}

/**
 * Sends a test of our own the way that an alert goes, from the hook that its webhook reaches to the channel; where none of
 * ours is known to be reached, says what to do.
 */
export async function testAlert(
  { id, target }: { id: string; target: NamedTarget },
  context: ObservabilityContext,
): Promise<Reply> {
  const alert = await observabilityClientOf(target, context).getAlert(id);
  const [hook] = await hooksOf(alert, target, context);
  if (!hook) return noHookReply(alert, target, context);
  const name = `*${escapeName(alert.name || id, 100)}*`;
  if (hook.paused) return pausedReply(hook, name);
  const way = await sendTest(hook, context, {
    title: `The alert “${truncate(alert.name || id, 300)}” reaches this channel`,
    link: await linkOf(alert, target, context),
  });
  const where = way.isMuted
    ? `A rule of the hook ${formatHook(hook)} mutes it, so nobody is told.`
    : `In a moment it shows ${formatChannel(way)}.`;
  const text = `A test of ${name} is on its way, by the hook ${formatHook(hook)}. ${where} That tries the way from here to the channel; whether the server reaches me, only a test from its console can tell.`;
  return reply(text, [section(text), actions([showButton(id, target)])]);
}

async function hooksOf(alert: Alert, target: NamedTarget, context: ObservabilityContext): Promise<Hook[]> {
  const webhooks = await knownWebhooks(target, [alert], context);
  const ids = new Set(webhooks.map(({ hookId }) => hookId));
  return (await context.hooks.list()).filter((hook) => ids.has(hook.id));
}

/** Where the alert's own notifications lead. */
async function linkOf(
  alert: Alert,
  target: NamedTarget,
  context: ObservabilityContext,
): Promise<string | undefined> {
  const console = await consoleOfTarget(target, context);
  const dashboardId = alertDashboardId(alert);
  if (dashboardId === undefined) return console?.addressOf({ kind: "alert", id: alert.id });
  const tile = alert.tileId ? { tileId: alert.tileId } : {};
  return console?.addressOf({ kind: "dashboard", id: dashboardId, ...tile });
}

function pausedReply(hook: Hook, name: string): Reply {
  const text = `The hook ${formatHook(hook)} that ${name} tells is paused, so a test would be told to nobody.`;
  return reply(text, [section(text), actions([commandButton("Resume the hook", `hook resume ${hook.id}`)])]);
}

function formatHook({ name }: Hook): string {
  return `*${escapeName(name)}*`;
}

function showButton(id: string, target: NamedTarget) {
  return commandButton("Show alert", `alerts show ${id} ${wordOfTarget(target)}`);
}
