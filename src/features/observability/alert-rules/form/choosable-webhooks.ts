import type { Alert } from "../../../../platform/cloud/observability/alert.ts";
import { limits } from "../../../../platform/blocks/limits.ts";
import type { ObservabilityContext } from "../../context.ts";
import { type ObservabilityPlace, isSamePlace } from "../../target.ts";
import { type KnownWebhook, knownWebhooks } from "../webhooks/known.ts";

type Context = Pick<ObservabilityContext, "hooks" | "incidents" | "webhookTargets">;

/**
 * The webhooks that an alert of a place can tell, the likeliest first: those that reach a hook of this channel, then of
 * any, then the others by use. Those that only we remember are among them, for some servers list no alerts.
 */
export async function choosableWebhooks(
  place: ObservabilityPlace,
  alerts: readonly Alert[],
  channelId: string | undefined,
  context: Context,
): Promise<KnownWebhook[]> {
  const used = await knownWebhooks(place, alerts, context);
  const all = [...used, ...(await remembered(place, used, context))];
  const rank = (webhook: KnownWebhook) =>
    Number(webhook.hookId === undefined) + Number(channelId === undefined || webhook.channelId !== channelId);
  return all
    .filter(({ webhookId }) => webhookId.length <= limits.option.value)
    .toSorted((a, b) => rank(a) - rank(b));
}

async function remembered(
  place: ObservabilityPlace,
  used: readonly KnownWebhook[],
  { hooks, webhookTargets }: Context,
): Promise<KnownWebhook[]> {
  const [targets, ours] = await Promise.all([webhookTargets.list(), hooks.list()]);
  const usedIds = new Set(used.map(({ webhookId }) => webhookId));
  return targets
    .filter((target) => isSamePlace(target, place) && !usedIds.has(target.webhookId))
    .flatMap(({ webhookId, hookId }) => {
      const hook = ours.find(({ id }) => id === hookId);
      return hook ? [{ webhookId, hookId, hookName: hook.name, channelId: hook.channelId, usedBy: 0 }] : [];
    });
}
