import { type Alert, alertChannels } from "../../../../platform/cloud/observability/alert.ts";

/** The id of the one webhook that an alert tells; undefined where it tells nobody, several, or somebody else. */
export function theWebhookOf(alert: Alert): string | undefined {
  const [channel, ...others] = alertChannels(alert);
  if (!channel?.webhookId || others.length > 0) return undefined;
  return !channel.type || channel.type === "webhook" ? channel.webhookId : undefined;
}
