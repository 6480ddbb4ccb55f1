import { code, escapeName } from "../../../platform/blocks/escape.ts";
import {
  type Alert,
  alertChannels,
  alertSavedSearchId,
} from "../../../platform/cloud/observability/alert.ts";
import { type Tile, formatGroups, formatWatched } from "./format-watched.ts";
import { formatList, plural } from "../../../lib/text.ts";

const units: Readonly<Record<string, string>> = { s: "second", m: "minute", h: "hour", d: "day" };

/** An alert's interval such as "5m" as people say it, "5 minutes"; one that is written otherwise as it is, in code. */
export function formatInterval(interval: string): string {
  const [, count = "", letter = ""] = /^\s*(\d{1,6})\s*([a-z])\s*$/i.exec(interval) ?? [];
  const unit = units[letter.toLowerCase()];
  return unit === undefined ? code(interval.slice(0, 40)) : plural(Number(count), unit);
}

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
export function formatNotifies(alert: Alert, webhooks: readonly ToldWebhook[]): string {
  const told = alertChannels(alert).filter(tellsSomebody);
  if (told.length === 0) return "nobody";
  const shown = told.slice(0, mostChannels).map((channel) => channelInWords(channel, webhooks));
  const more = told.length - shown.length;
  return formatList(more === 0 ? shown : [...shown, `${more} more`]);
}

/** A webhook without an id is none. */
export function tellsSomebody({ type, webhookId }: Channel): boolean {
  return Boolean(webhookId) || (Boolean(type) && type !== "webhook");
}

function channelInWords({ type, webhookId }: Channel, webhooks: readonly ToldWebhook[]): string {
  if (!webhookId) return code((type ?? "").slice(0, 40));
  const known = webhooks.find((webhook) => webhook.webhookId === webhookId);
  return known?.hookName === undefined ? `the webhook ${code(webhookId.slice(0, 64))}` : formatHook(known);
}

function formatHook({ hookName = "", channelId }: ToldWebhook): string {
  return `*${escapeName(hookName)}*${channelId === undefined ? "" : ` in <#${channelId}>`}`;
}

/** What an alert's threshold is made of; a form that is being filled in may lack any of it. */
type Threshold = Pick<Alert, "threshold" | "thresholdMax" | "thresholdType">;

/** What is said of a value on either side of a threshold. */
type Words = (threshold: string, max: string) => string;

// "above" meets or exceeds, "below" falls below: the words of the senders of such alerts.
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

/** How a value is held against a threshold, in mrkdwn: "is 5 or more". */
export function formatValue(threshold: Threshold): string {
  return inWords(threshold, ofValues) ?? heldAgainst("is", threshold);
}

/** How the number of lines that a search finds is held against a threshold, in mrkdwn: "finds 5 lines or more". */
function linesInWords(threshold: Threshold): string {
  return inWords(threshold, ofLines) ?? heldAgainst("finds a number of lines that is", threshold);
}

/** A threshold as people write it: "2,000", "0.05". */
function formatNumber(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 20 });
}

/** Undefined where the server has a word that is not known, or does not say what that one takes. */
function inWords(
  { thresholdType, threshold, thresholdMax }: Threshold,
  words: Readonly<Record<string, Words>>,
): string | undefined {
  const type = thresholdType ?? "";
  if (typeof threshold !== "number" || !Object.hasOwn(words, type)) return undefined;
  if (typeof thresholdMax === "number")
    return words[type]?.(formatNumber(threshold), formatNumber(thresholdMax));
  return takesMax(type) ? undefined : words[type]?.(formatNumber(threshold), "");
}

/** True for the kinds of threshold that have two ends. */
export function takesMax(thresholdType: string | null | undefined): boolean {
  return thresholdType === "between" || thresholdType === "not_between";
}

function heldAgainst(verb: string, { thresholdType, threshold }: Threshold): string {
  if (typeof threshold !== "number") return `${verb} past a threshold that is not said`;
  const how = thresholdType ? code(thresholdType.slice(0, 40)) : "held against";
  return `${verb} ${how} ${formatNumber(threshold)}`;
}

function lines(count: string): string {
  return count === "1" ? "1 line" : `${count} lines`;
}

/** What an alert's rule is made of; a form that is being filled in may lack any of it. */
export type Rule = Partial<Alert>;

/**
 * When an alert fires, in mrkdwn: "when count of `level:error` is 5 or more in 5 minutes". The tile is the one that it
 * watches, where that could be read; what is not certain is not said.
 */
export function formatAlertRule(rule: Rule, tile?: Tile): string {
  const within = rule.interval ? ` in ${formatInterval(rule.interval)}` : "";
  return `when ${watched(rule, tile)}${within}${anyGroup(rule, tile)}`;
}

function watched(rule: Rule, tile: Tile | undefined): string {
  const searchId = alertSavedSearchId({ id: "", ...rule });
  if (rule.source === "saved_search" || (rule.source !== "tile" && searchId !== undefined))
    return `the saved search${searchId === undefined ? "" : ` ${code(searchId.slice(0, 64))}`} ${linesInWords(rule)}`;
  return `${valueOf(rule, tile)} ${formatValue(rule)}`;
}

function valueOf({ source }: Rule, tile: Tile | undefined): string {
  if (!tile) return source === "tile" ? "what its tile shows" : "what it watches";
  const value = formatWatched(tile);
  if (value !== undefined) return value;
  const name = escapeName(tile.name ?? "");
  return name === "" ? "what its tile shows" : `what the tile “${name}” shows`;
}

/** Alerts on searches have their groups themselves, those on tiles have their tile's. */
function anyGroup({ groupBy }: Rule, tile: Tile | undefined): string {
  const own = typeof groupBy === "string" ? groupBy.trim() : "";
  const groups = own === "" ? tile && formatGroups(tile) : code(own.slice(0, 150));
  return groups ? `, for any group of ${groups}` : "";
}
