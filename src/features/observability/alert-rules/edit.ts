import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { AppError, attempt } from "../../../lib/errors.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import type { AlertReplacement } from "../observability-client.ts";

/** An edit of an alert. What it does not name stays as it is. */
export const AlertEdit = z.object({
  name: z.string().optional(),
  /** "" or `null` removes it. */
  message: z.string().nullable().optional(),
  threshold: z.number().optional(),
  /** The upper threshold of `between` and `not_between`; `null` removes it. */
  thresholdMax: z.number().nullable().optional(),
  thresholdType: z.string().optional(),
  interval: z.string().optional(),
  webhookId: z.string().optional(),
  tile: z.object({ dashboardId: z.string(), tileId: z.string() }).optional(),
});
export type AlertEdit = z.output<typeof AlertEdit>;

/** True if an alert has what an edit makes of it. Servers answer no message as "", as `null` or not at all. */
export function isAlertEditIn(now: Alert, edit: AlertEdit): boolean {
  const [wanted, present] = [applyAlertEdit(now, edit), alertBody(now)];
  const message = (wanted.message ?? "") === (present.message ?? "") ? present.message : wanted.message;
  return isDeepStrictEqual({ ...wanted, message }, { ...present, message: present.message });
}

/**
 * Replaces an alert with an edited one. Some servers refuse "" for no message, and others `null`: if an edit empties the
 * message and is refused, the other one is tried. Fails as the first try did.
 */
export async function writeAlertEdit<Result>(
  { message }: AlertEdit,
  body: AlertReplacement,
  write: (body: AlertReplacement) => Promise<Result>,
): Promise<Result> {
  const written = await attempt(() => write(body));
  if (!(written instanceof AppError)) return written;
  if (written.kind !== "user" || (message !== "" && message !== null)) throw written;
  const otherwise = await attempt(() => write({ ...body, message: message === "" ? null : "" }));
  if (otherwise instanceof AppError) throw written;
  return otherwise;
}

type Channel = NonNullable<Alert["channel"]>;

/** The body that writes an alert back unchanged. Its id is in the address. */
export function alertBody({ id: _id, ...others }: Alert): AlertReplacement {
  return others;
}

/** The body that replaces an alert with an edited one, with its server's names of the fields. */
export function applyAlertEdit(alert: Alert, edit: AlertEdit): AlertReplacement {
  const { thresholdMax, webhookId, tile, ...plain } = edit;
  const known = Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
  const changed = { ...alertBody(alert), ...known };
  if (typeof thresholdMax === "number") changed.thresholdMax = thresholdMax;
  if (thresholdMax === null) delete changed.thresholdMax;
  const notifying = webhookId === undefined ? changed : withWebhook(changed, webhookId);
  return tile ? withTile(notifying, tile) : notifying;
}

/** Newer servers have a list besides the specification's one channel. Both name the same webhook. */
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

/** A rule watches one thing, so it no longer watches a saved search. */
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
