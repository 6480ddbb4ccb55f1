import { actions } from "../../../../platform/blocks/button.ts";
import { commandButton } from "../../../../platform/blocks/command-button.ts";
import { code, escapeName } from "../../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../../platform/blocks/link.ts";
import { type Reply, reply } from "../../../../platform/blocks/reply.ts";
import { section } from "../../../../platform/blocks/text.ts";
import { recordChange } from "../../../../platform/commands/command.ts";
import type { ObservabilityContext } from "../../context.ts";
import { AppError } from "../../../../lib/errors.ts";
import { foldName } from "../../../../lib/text.ts";
import { observabilityClientOf } from "../../observability-client.ts";
import { theWebhookOf } from "./known.ts";
import { type NamedTarget, wordOfTarget } from "../../target.ts";

interface Said {
  id: string;
  target: NamedTarget;
  /** A hook of ours, by its id or name. */
  hookWord: string;
}

/** Remembers that an alert's webhook posts to a hook of ours, as somebody says; fails as missing where that hook is not there. */
export async function sayHook(
  { id, target, hookWord }: Said,
  context: ObservabilityContext,
  userId: string,
): Promise<Reply> {
  const hooks = await context.hooks.list();
  const hook = hooks.find((one) => one.id === hookWord || foldName(one.name) === foldName(hookWord));
  if (!hook)
    throw new AppError(
      "missing",
      `There is no hook “${hookWord}” here. \`/db hook list\` shows those there are.`,
    );
  const alert = await observabilityClientOf(target, context).getAlert(id);
  const webhookId = theWebhookOf(alert);
  if (webhookId === undefined)
    throw new AppError(
      "user",
      `“${alert.name || id}” does not tell one webhook alone, so there is nothing to remember.`,
    );
  const { connection, serviceId } = target;
  const at = { connection, ...(serviceId !== undefined && { serviceId }) };
  await context.webhookTargets.remember([
    { webhookId, ...at, hookId: hook.id, atMs: context.now().getTime() },
  ]);
  const change = { subject: alert.name || id, after: { hook: hook.name } };
  await recordChange({ action: "alert.hook", ...change }, context, { userId });
  const text = `Remembered: the webhook ${code(webhookId.slice(0, 64))} posts to the hook *${escapeName(hook.name)}*, which shows ${formatChannel(hook)}.`;
  const about = `${id} ${wordOfTarget(target)}`;
  return reply(text, [
    section(text),
    actions([
      commandButton("Send a test", `alerts test ${about}`),
      commandButton("Show alert", `alerts show ${about}`),
    ]),
  ]);
}
