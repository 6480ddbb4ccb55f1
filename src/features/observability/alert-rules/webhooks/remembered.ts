import type { Hook, Incident } from "../../../alerts/index.ts";
import { type Alert, alertChannels } from "../../../../platform/cloud/observability/alert.ts";
import type { ObservabilityContext } from "../../context.ts";
import { type ObservabilityPlace, isSamePlace } from "../../target.ts";
import type { ToldWebhook } from "../format-notifies.ts";

/**
 * Which hooks of ours an alert's webhooks reach, as far as that is remembered, or its latest incident tells of its only
 * one; nothing is kept by it.
 */
export async function rememberedWebhooks(
  alert: Alert,
  latest: Incident | undefined,
  place: ObservabilityPlace,
  { hooks, webhookTargets }: Pick<ObservabilityContext, "hooks" | "webhookTargets">,
): Promise<ToldWebhook[]> {
  const [known, targets] = await Promise.all([hooks.list(), webhookTargets.list()]);
  const byId = new Map(known.map((hook) => [hook.id, hook]));
  const remembered = targets
    .filter((target) => isSamePlace(target, place))
    .flatMap(({ webhookId, hookId }) => told(webhookId, byId.get(hookId)));
  const [only, ...more] = alertChannels(alert);
  if (!latest || !only?.webhookId || more.length > 0) return remembered;
  return [...remembered, ...told(only.webhookId, byId.get(latest.hookId))];
}

function told(webhookId: string, hook: Hook | undefined): ToldWebhook[] {
  return hook ? [{ webhookId, hookName: hook.name, channelId: hook.channelId }] : [];
}
