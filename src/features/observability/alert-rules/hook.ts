import { type Hook, sendTest } from "../../alerts/index.ts";
import { actions, linkButton } from "../../../platform/blocks/button.ts";
import {
  type AskedByChoice,
  commandButton,
  commandSelect,
  fitsChoice,
} from "../../../platform/blocks/command-button.ts";
import { escapeName, formatChannel } from "../../../platform/blocks/escape.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName, truncate } from "../../../lib/text.ts";
import { type NamedTarget, consoleOfTarget, targetButton, wordOfTarget } from "../target.ts";
import type { ObservabilityContext } from "../context.ts";
import { observabilityClientOf } from "../observability-client.ts";
import { formatNotifies } from "./format-rule.ts";
import { watchedPage } from "./format-watched.ts";
import * as texts from "./texts.ts";
import { knownWebhooks, onlyWebhookOf } from "./webhooks.ts";

/** An alert by its id, and its target. */
export interface AlertRef {
  id: string;
  target: NamedTarget;
}

// A message can hold the names and ids of this many hooks.
const mostHooks = 40;

/**
 * Sends a test of ours from the hook that an alert's webhook reaches to the channel. If no hook is known to be reached,
 * says what to do.
 */
export async function testAlert({ id, target }: AlertRef, context: ObservabilityContext): Promise<Reply> {
  const alert = await observabilityClientOf(target, context).alerts.get(id);
  const hookIds = new Set((await knownWebhooks(target, [alert], context)).map(({ hookId }) => hookId));
  const hooks = await context.hooks.list();
  const hook = hooks.find((one) => hookIds.has(one.id));
  if (!hook) return noHookReply(alert, target, hooks, context);
  const name = boldName(alert);
  if (hook.paused) {
    const text = texts.hookIsPaused(formatHook(hook));
    const resume = commandButton(texts.labels.resumeHook, `alerts hooks resume ${hook.id}`);
    return reply(text, [section(text), actions([resume])]);
  }
  const console = await consoleOfTarget(target, context);
  const way = await sendTest(hook, context, {
    title: texts.testTitle(truncate(alert.name || id, 300)),
    // As the alert's own notifications have it.
    link: console?.addressOf(watchedPage(alert) ?? { kind: "alert", id: alert.id }),
  });
  const text = texts.testSent(name, formatHook(hook), way.isMuted ? undefined : formatChannel(way));
  const show = showButton(id, target);
  return reply(text, [section(text), actions([show])]);
}

/** Says that no hook is known to get these alerts, and what to do: choose one, or try it in the console. */
async function noHookReply(
  alert: Alert,
  target: NamedTarget,
  hooks: readonly Hook[],
  context: Pick<ObservabilityContext, "connections">,
): Promise<Reply> {
  const console = await consoleOfTarget(target, context);
  const command: AskedByChoice = {
    call: "alert_rules_posts_to",
    args: { rule: alert.id, service: wordOfTarget(target) },
    choice: "hook",
  };
  const canChoose = onlyWebhookOf(alert) !== undefined && hooks.length > 0 && fitsChoice(command);
  const choice = commandSelect({
    placeholder: texts.labels.chooseHook,
    command,
    options: hooks
      .filter(({ id }) => id.length <= limits.option.value)
      .slice(0, mostHooks)
      .map((hook) => ({ text: hook.name, value: hook.id })),
  });
  const text = texts.unknownHook(boldName(alert), formatNotifies(alert, []), canChoose);
  return reply(text, [
    section(text),
    actions([
      ...(canChoose ? [choice] : []),
      targetButton(target, texts.labels.edit, { call: "alert_rules_edit", args: { rule: alert.id } }),
      ...(console ? [linkButton(texts.hookButtons.console, console.addressOf({ kind: "alerts" }))] : []),
    ]),
  ]);
}

function showButton(rule: string, target: NamedTarget) {
  return targetButton(target, texts.labels.showRule, { call: "alert_rules_show", args: { rule } });
}

function boldName({ name, id }: Alert): string {
  return `*${escapeName(name || id, 100)}*`;
}

function formatHook({ name }: Hook): string {
  return `*${escapeName(name)}*`;
}

/** Remembers that an alert's webhook posts to a hook of ours. Fails as `missing` if there is no such hook. */
export async function rememberHook(
  { id, target, hookWord }: AlertRef & { hookWord: string },
  context: ObservabilityContext,
  userId: string,
): Promise<Reply> {
  const hooks = await context.hooks.list();
  const hook = hooks.find((one) => one.id === hookWord || foldName(one.name) === foldName(hookWord));
  if (!hook) throw new AppError("missing", texts.noHook(hookWord));
  const alert = await observabilityClientOf(target, context).alerts.get(id);
  const webhookId = onlyWebhookOf(alert);
  if (webhookId === undefined) throw new AppError("user", texts.notOneWebhook(alert.name || id));
  const { connection, serviceId } = target;
  const now = context.now();
  await context.webhookTargets.remember([
    { webhookId, connection, serviceId, hookId: hook.id, atMs: now.getTime() },
  ]);
  await context.audit.record({
    at: now.toISOString(),
    userId,
    action: "alert.hook",
    subject: alert.name || id,
    after: { hook: hook.name },
    result: "done",
  });
  const text = texts.linked(webhookId, hook.name, hook.channelId);
  return reply(text, [
    section(text),
    actions([
      targetButton(target, texts.labels.test, { call: "alert_rules_test", args: { rule: id } }),
      showButton(id, target),
    ]),
  ]);
}
