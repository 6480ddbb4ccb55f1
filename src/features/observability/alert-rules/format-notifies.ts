import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Alert, alertChannels } from "../../../platform/cloud/observability/alert.ts";
import { listInWords } from "../../../lib/text.ts";

/** What is known of a webhook: the hook of ours that it posts to, where that is known. */
export interface ToldWebhook {
  webhookId: string;
  hookName?: string | undefined;
  /** Where that hook leads. */
  channelId?: string | undefined;
}

type Channel = ReturnType<typeof alertChannels>[number];

const mostChannels = 3;

/** Whom an alert tells, in mrkdwn: a hook of ours by its name and channel, what is elsewhere in the server's own words. */
export function notifiesInWords(alert: Alert, webhooks: readonly ToldWebhook[]): string {
  const told = alertChannels(alert).filter(tellsSomebody);
  if (told.length === 0) return "nobody";
  const shown = told.slice(0, mostChannels).map((channel) => channelInWords(channel, webhooks));
  const more = told.length - shown.length;
  return listInWords(more === 0 ? shown : [...shown, `${more} more`]);
}

/** A webhook without an id is none. */
export function tellsSomebody({ type, webhookId }: Channel): boolean {
  return Boolean(webhookId) || (Boolean(type) && type !== "webhook");
}

function channelInWords({ type, webhookId }: Channel, webhooks: readonly ToldWebhook[]): string {
  if (!webhookId) return code((type ?? "").slice(0, 40));
  const known = webhooks.find((webhook) => webhook.webhookId === webhookId);
  return known?.hookName === undefined ? `the webhook ${code(webhookId.slice(0, 64))}` : hookInWords(known);
}

function hookInWords({ hookName = "", channelId }: ToldWebhook): string {
  return `*${escapeName(hookName)}*${channelId === undefined ? "" : ` in <#${channelId}>`}`;
}
