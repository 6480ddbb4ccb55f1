import { code, escapeName } from "../../../platform/blocks/escape.ts";
import {
  type Alert,
  alertChannels,
  alertSavedSearchId,
} from "../../../platform/cloud/observability/alert.ts";
import { type Tile, formatGroups, formatWatched } from "./format-watched.ts";
import { plural, shortList } from "../../../lib/text.ts";

const units: Readonly<Record<string, string>> = { s: "second", m: "minute", h: "hour", d: "day" };

/** An alert's interval such as "5m" as "5 minutes". Unknown forms are shown as they are, in code. */
export function formatInterval(interval: string): string {
  const [, count = "", letter = ""] = /^\s*(\d{1,6})\s*([a-z])\s*$/i.exec(interval) ?? [];
  const unit = units[letter.toLowerCase()];
  return unit === undefined ? code(interval.slice(0, 40)) : plural(Number(count), unit);
}

/** A webhook, and our hook to which it posts, if that is known. */
export interface WebhookHook {
  webhookId: string;
  hookName?: string | undefined;
  /** The hook's channel. */
  channelId?: string | undefined;
}

type Channel = ReturnType<typeof alertChannels>[number];

const mostChannels = 3;

/** Whom an alert notifies, in mrkdwn: a hook of ours by its name and channel, anything else in the server's words. */
export function formatNotifies(alert: Alert, webhooks: readonly WebhookHook[]): string {
  const channels = alertChannels(alert).filter(isNotifying);
  if (channels.length === 0) return "no one";
  return shortList(
    channels.map((channel) => formatNotified(channel, webhooks)),
    mostChannels,
  );
}

/** True for a channel that notifies someone. A webhook without an id does not. */
export function isNotifying({ type, webhookId }: Channel): boolean {
  return Boolean(webhookId) || (Boolean(type) && type !== "webhook");
}

function formatNotified({ type, webhookId }: Channel, webhooks: readonly WebhookHook[]): string {
  if (!webhookId) return code((type ?? "").slice(0, 40));
  const known = webhooks.find((webhook) => webhook.webhookId === webhookId);
  return known?.hookName === undefined ? `the webhook ${code(webhookId.slice(0, 64))}` : formatHook(known);
}

function formatHook({ hookName = "", channelId }: WebhookHook): string {
  return `*${escapeName(hookName)}*${channelId === undefined ? "" : ` in <#${channelId}>`}`;
}

/** The fields of a threshold. A form that is being filled in may lack any of them. */
type Threshold = Pick<Alert, "threshold" | "thresholdMax" | "thresholdType">;

type Words = (threshold: string, max: string) => string;

// Senders of such alerts say: "above" meets or exceeds, "below" falls below.
const ofValues: Readonly<Record<string, Words>> = {
  above: (threshold) => `is ${threshold} or more`,
  above_exclusive: (threshold) => `is more than ${threshold}`,
  below: (threshold) => `is less than ${threshold}`,
  below_or_equal: (threshold) => `is ${threshold} or less`,
  equal: (threshold) => `is exactly ${threshold}`,
  not_equal: (threshold) => `is anything but ${threshold}`,
  between: (threshold, max) => `is between ${threshold} and ${max}`,
  not_between: (threshold, max) => `is outside ${threshold} to ${max}`,
};

const ofLines: Readonly<Record<string, Words>> = {
  above: (threshold) => `finds ${lines(threshold)} or more`,
  above_exclusive: (threshold) => `finds more than ${lines(threshold)}`,
  below: (threshold) => `finds fewer than ${lines(threshold)}`,
  below_or_equal: (threshold) => `finds ${lines(threshold)} or fewer`,
  equal: (threshold) => `finds exactly ${lines(threshold)}`,
  not_equal: (threshold) => `finds any number of lines but ${threshold}`,
  between: (threshold, max) => `finds between ${threshold} and ${max} lines`,
  not_between: (threshold, max) => `finds a number of lines outside ${threshold} to ${max}`,
};

/** The condition on a value, in mrkdwn: "is 5 or more". */
export function formatValue(threshold: Threshold): string {
  return formatThreshold(threshold, ofValues) ?? formatUnknown("is", threshold);
}

/** The condition on the number of lines that a search finds, in mrkdwn: "finds 5 lines or more". */
function formatLines(threshold: Threshold): string {
  return formatThreshold(threshold, ofLines) ?? formatUnknown("finds a number of lines that is", threshold);
}

/** A threshold as people write it: "2,000", "0.05". */
function formatNumber(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 20 });
}

/** Undefined for an unknown threshold type or one with missing operands. */
function formatThreshold(
  { thresholdType, threshold, thresholdMax }: Threshold,
  words: Readonly<Record<string, Words>>,
): string | undefined {
  const type = thresholdType ?? "";
  if (typeof threshold !== "number" || !Object.hasOwn(words, type)) return undefined;
  if (typeof thresholdMax === "number")
    return words[type]?.(formatNumber(threshold), formatNumber(thresholdMax));
  return takesMax(type) ? undefined : words[type]?.(formatNumber(threshold), "");
}

/** True for a threshold type with two operands. */
export function takesMax(thresholdType: string | null | undefined): boolean {
  return thresholdType === "between" || thresholdType === "not_between";
}

function formatUnknown(verb: string, { thresholdType, threshold }: Threshold): string {
  if (typeof threshold !== "number") return `${verb} past an unknown threshold`;
  const how = thresholdType ? code(thresholdType.slice(0, 40)) : "compared with";
  return `${verb} ${how} ${formatNumber(threshold)}`;
}

function lines(count: string): string {
  return count === "1" ? "1 line" : `${count} lines`;
}

/** The fields of a rule. A form that is being filled in may lack any of them. */
export type Rule = Partial<Alert>;

/** When an alert fires, in mrkdwn: "when count of `level:error` is 5 or more in 5 minutes". Give its tile if it is known. */
export function formatAlertRule(rule: Rule, tile?: Tile): string {
  const within = rule.interval ? ` in ${formatInterval(rule.interval)}` : "";
  return `when ${watched(rule, tile)}${within}${anyGroup(rule, tile)}`;
}

function watched(rule: Rule, tile: Tile | undefined): string {
  const searchId = alertSavedSearchId({ id: "", ...rule });
  if (rule.source === "saved_search" || (rule.source !== "tile" && searchId !== undefined))
    return `the saved search${searchId === undefined ? "" : ` ${code(searchId.slice(0, 64))}`} ${formatLines(rule)}`;
  return `${valueOf(rule, tile)} ${formatValue(rule)}`;
}

function valueOf({ source }: Rule, tile: Tile | undefined): string {
  if (!tile) return source === "tile" ? "its tile's value" : "its value";
  const value = formatWatched(tile);
  if (value !== undefined) return value;
  const name = escapeName(tile.name ?? "");
  return name === "" ? "its tile's value" : `the value of “${name}”`;
}

/** Alerts on searches have groups of their own, those on tiles have their tile's. */
function anyGroup({ groupBy }: Rule, tile: Tile | undefined): string {
  const own = typeof groupBy === "string" ? groupBy.trim() : "";
  const groups = own === "" ? tile && formatGroups(tile) : code(own.slice(0, 150));
  return groups ? `, for any ${groups}` : "";
}
