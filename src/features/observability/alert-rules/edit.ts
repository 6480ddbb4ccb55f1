import { z } from "zod";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { AlertReplacement } from "../observability-client.ts";

/** What a person changes about an alert; what it does not name stays as it is. */
export const AlertEdit = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  threshold: z.number().optional(),
  /** The other end of `between` and `not_between`; `null` takes it out. */
  thresholdMax: z.number().nullable().optional(),
  thresholdType: z.string().optional(),
  interval: z.string().optional(),
  webhookId: z.string().optional(),
  tile: z.object({ dashboardId: z.string(), tileId: z.string() }).optional(),
});
export type AlertEdit = z.output<typeof AlertEdit>;

type Channel = NonNullable<Alert["channel"]>;

/** An alert as it is written back unchanged: all that was read but its id, which the address has. */
export function alertBody({ id: _id, ...others }: Alert): AlertReplacement {
  return others;
}

/** What an alert is replaced with so that this alone changes, in the names that its server has for the fields. */
export function applyAlertEdit(alert: Alert, edit: AlertEdit): AlertReplacement {
  const { thresholdMax, webhookId, tile, ...plain } = edit;
  const known = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  const changed = { ...alertBody(alert), ...known };
  if (typeof thresholdMax === "number") changed.thresholdMax = thresholdMax;
  if (thresholdMax === null) delete changed.thresholdMax;
  const notifying = webhookId === undefined ? changed : withWebhook(changed, webhookId);
  return tile ? withTile(notifying, tile) : notifying;
}

/** Newer servers have a list beside the one channel of the specification: both name the same webhook. */
function withWebhook(alert: AlertReplacement, webhookId: string): AlertReplacement {
  const { channel, channels } = alert;
  const changed = { ...channel, type: "webhook", webhookId };
  if (!channels) return { ...alert, channel: changed };
  const listed = { ...alert, channels: inList(channels, channel, webhookId) };
  return channel ? { ...listed, channel: changed } : listed;
}

function inList(
  channels: readonly Channel[],
  channel: Channel | null | undefined,
  webhookId: string,
): Channel[] {
  const same = channels.findIndex((one) => channel?.webhookId && one.webhookId === channel.webhookId);
  const webhook = channels.findIndex(({ type }) => type === "webhook");
  const index = [same, webhook].find((found) => found >= 0) ?? 0;
  const changed = { ...channels[index], type: "webhook", webhookId };
  return channels.length === 0 ? [changed] : channels.with(index, changed);
}

/** A rule watches one thing: what watched a saved search does so no longer. */
function withTile(
  { savedSearch: _search, savedSearchId: _id, ...alert }: AlertReplacement,
  { dashboardId, tileId }: NonNullable<AlertEdit["tile"]>,
): AlertReplacement {
  const isOlder = alert.dashboard !== undefined;
  const isNewer = alert.dashboardId !== undefined || !isOlder;
  return {
    ...alert,
    source: "tile",
    tileId,
    ...(isOlder ? { dashboard: dashboardId } : {}),
    ...(isNewer ? { dashboardId } : {}),
  };
}
