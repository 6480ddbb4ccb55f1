import {
  type Alert,
  alertDashboardId,
  alertSavedSearchId,
} from "../../../../platform/cloud/observability/alert.ts";
import type { FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import { oneLine } from "../../../../lib/text.ts";
import type { AlertBody } from "../../observability-client.ts";
import type { AlertEdit } from "../edit.ts";
import { type Rule, type WebhookHook, takesMax } from "../format-rule.ts";
import type { Tile } from "../format-watched.ts";
import { canChooseWebhook, factsOf, isStandalone } from "./facts.ts";

// Running servers take this; the specification has no limit.
export const nameLength = 512;
// Servers take more, but an input does not:
// https://docs.slack.dev/reference/block-kit/block-elements/plain-text-input-element
export const messageLength = 3_000;

/** True if the alert watches a saved search. */
export function watchesSearch({ values }: Pick<FormState, "values">): boolean {
  return values["source"] === "saved_search";
}

/** True for a present alert without a name, as some servers allow. It may stay so. */
export function isUnnamed(seen: Alert | undefined): boolean {
  return seen !== undefined && (seen.name ?? "").trim() === "";
}

/** The rule as far as it is filled in. */
export function ruleIn(state: FormState): Rule {
  const { values } = state;
  const { seen } = factsOf(state);
  const thresholdType = textIn(values, "thresholdType");
  return {
    ...(seen ?? watchedIn(state)),
    thresholdType,
    threshold: numberIn(values["threshold"]),
    thresholdMax: takesMax(thresholdType) ? numberIn(values["thresholdMax"]) : undefined,
    interval: intervalIn(state),
  };
}

function watchedIn(state: FormState): Rule {
  return watchesSearch(state)
    ? { source: "saved_search", savedSearchId: savedSearchIn(state), groupBy: groupByIn(state) }
    : { source: "tile" };
}

/** The choice of an interval that is typed. */
export const otherInterval = "other";

/** True if an interval is typed instead of chosen. */
export function isOtherInterval({ values }: Pick<FormState, "values">): boolean {
  return values["interval"] === otherInterval;
}

/** The interval that is chosen or typed; "" if it is not a number and a unit. */
export function intervalIn({ values }: Pick<FormState, "values">): string {
  if (!isOtherInterval({ values })) return textIn(values, "interval");
  const typed = textIn(values, "otherInterval").replaceAll(/\s/g, "").toLowerCase();
  const [, count = "", unit = ""] = /^([1-9]\d{0,5})([a-z]+)$/.exec(typed) ?? [];
  // The specification has a number and a unit letter, and shows m and h. A server refuses letters that it does not know.
  const [letter = unit] = Object.entries(unitWords).find(([, word]) => word.test(unit)) ?? [];
  return letter.length === 1 ? `${count}${letter}` : "";
}

const unitWords = {
  s: /^sec(ond)?s?$/,
  m: /^min(ute)?s?$/,
  h: /^(hr|hour)s?$/,
  d: /^days?$/,
  w: /^weeks?$/,
};

/** A typed number; undefined for none, and for another text. */
export function numberIn(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The chosen tile, once its dashboard is read. */
export function tileIn(state: FormState): Tile | undefined {
  const { tiles } = factsOf(state);
  const tileId = textIn(state.values, "tileId");
  return tileId === "" ? undefined : tiles?.tiles.find(({ id }) => id === tileId);
}

const id = /^[A-Za-z0-9_-]{1,64}$/;

/** The saved search that is chosen, or named by its id or link; undefined for none. */
export function savedSearchIn({ values }: Pick<FormState, "values">): string | undefined {
  const chosen = textIn(values, "savedSearch");
  if (chosen !== "") return chosen;
  const typed = textIn(values, "savedSearchLink");
  if (id.test(typed)) return typed;
  return /^https?:\/\/[^\s?#]*\/search\/([A-Za-z0-9_-]{1,64})(?:[/?#]|$)/.exec(typed)?.[1];
}

/** The groups of a copied alert on the same saved search; undefined for all others. */
function groupByIn(state: FormState): string | undefined {
  const { copied } = factsOf(state);
  if (!copied || savedSearchIn(state) !== alertSavedSearchId(copied)) return undefined;
  const { groupBy } = copied;
  return typeof groupBy === "string" && groupBy.trim() !== "" ? groupBy : undefined;
}

/** The webhook that is chosen or named by its id, with our hook to which it posts; undefined for none. */
export function webhookIn(state: FormState): (WebhookHook & { hookId?: string | undefined }) | undefined {
  const { webhooks, hooks } = factsOf(state);
  const chosen = textIn(state.values, "webhook");
  const known = webhooks.find(({ webhookId }) => webhookId === chosen);
  if (known) return known;
  const typed = textIn(state.values, "webhookId");
  const webhookId = id.test(typed) ? typed : /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/i.exec(typed)?.[0];
  if (webhookId === undefined) return undefined;
  const hook = hooks.find((one) => one.id === textIn(state.values, "hook"));
  return { webhookId, hookId: hook?.id, hookName: hook?.name, channelId: hook?.channelId };
}

/** The message to send. An empty one removes what the server has: stand-alone servers take `null` for that alone. */
function messageIn(state: FormState): string | null {
  const message = textIn(state.values, "message");
  return message === "" && isStandalone(factsOf(state)) ? null : message;
}

/**
 * The first values of a form that changes or copies an alert, with its texts as the inputs show them, which may be cut.
 * It chooses no webhook by itself if the alert has none.
 */
export function valuesOf(alert: Alert): Record<string, unknown> {
  const { threshold, thresholdMax, thresholdType, interval, name } = alert;
  return {
    source: alert.source ?? "tile",
    dashboardId: alertDashboardId(alert),
    tileId: alert.tileId ?? undefined,
    savedSearch: alertSavedSearchId(alert),
    threshold: threshold ?? undefined,
    thresholdMax: thresholdMax ?? undefined,
    thresholdType: thresholdType ?? "above",
    interval: interval ?? "5m",
    name: cut(oneLine(name ?? ""), nameLength),
    message: cut(messageOf(alert), messageLength),
    webhook: webhookOf(alert),
  };
}

/** The alert's webhook, the first of several. */
export function webhookOf({ channel, channels }: Alert): string | undefined {
  const first = [channel, ...(channels ?? [])].find(
    (one) => one?.webhookId && (one.type ?? "webhook") === "webhook",
  );
  return first?.webhookId ?? undefined;
}

/** True if a form shows only the beginning of an alert's message. */
export function isMessageCut(alert: Alert): boolean {
  return messageOf(alert).length > messageLength;
}

/** The message with the line ends of inputs. */
function messageOf({ message }: Alert): string {
  return (message ?? "").replaceAll("\r\n", "\n").trim();
}

function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed().trim();
}

/**
 * The body of a new alert: for a tile the specification's nine fields in their order, then what only stand-alone
 * servers take: the upper threshold, and the groups of a copied search.
 */
export function bodyIn(state: FormState): AlertBody {
  const { values } = state;
  const thresholdType = textIn(values, "thresholdType");
  const threshold = numberIn(values["threshold"]) ?? 0;
  const interval = intervalIn(state);
  const channel = { type: "webhook", webhookId: webhookIn(state)?.webhookId ?? "" };
  const texts = { channel, name: textIn(values, "name"), message: messageIn(state) };
  const max = takesMax(thresholdType) ? { thresholdMax: numberIn(values["thresholdMax"]) } : {};
  if (watchesSearch(state)) {
    const savedSearchId = savedSearchIn(state) ?? "";
    const groupBy = groupByIn(state);
    const groups = groupBy === undefined ? {} : { groupBy };
    const rule = { savedSearchId, threshold, interval, source: "saved_search", thresholdType } as const;
    return { ...rule, ...texts, ...max, ...groups };
  }
  const on = { dashboardId: textIn(values, "dashboardId"), tileId: textIn(values, "tileId") };
  return { ...on, threshold, interval, source: "tile", thresholdType, ...texts, ...max };
}

/** The edit that a filled-in form makes. It does not name what was left as shown. */
export function editIn(state: FormState, seen: Alert): AlertEdit {
  return {
    ...plainChanges(state, seen),
    ...maxChange(state, seen),
    ...webhookChange(state, seen),
    ...tileChange(state, seen),
  };
}

function plainChanges(state: FormState, seen: Alert): AlertEdit {
  const { values } = state;
  const before = valuesOf(seen);
  const now = {
    name: textIn(values, "name"),
    threshold: numberIn(values["threshold"]),
    thresholdType: textIn(values, "thresholdType"),
    interval: intervalIn(state),
  };
  const isOtherMessage = textIn(values, "message") !== before["message"];
  const changed = Object.entries(now).filter(
    ([field, value]) => value !== undefined && value !== "" && value !== before[field],
  );
  return { ...Object.fromEntries(changed), ...(isOtherMessage ? { message: messageIn(state) } : {}) };
}

function maxChange({ values }: FormState, { thresholdMax, thresholdType }: Alert): AlertEdit {
  if (!takesMax(textIn(values, "thresholdType")))
    return takesMax(thresholdType) && typeof thresholdMax === "number" ? { thresholdMax: null } : {};
  const max = numberIn(values["thresholdMax"]);
  return max === undefined || max === thresholdMax ? {} : { thresholdMax: max };
}

function webhookChange(state: FormState, { channel, channels }: Alert): AlertEdit {
  const webhookId = canChooseWebhook(factsOf(state)) ? webhookIn(state)?.webhookId : undefined;
  const before = channel?.webhookId ?? channels?.[0]?.webhookId;
  return webhookId === undefined || webhookId === before ? {} : { webhookId };
}

function tileChange(state: FormState, seen: Alert): AlertEdit {
  const tileId = tileIn(state)?.id;
  const dashboardId = textIn(state.values, "dashboardId");
  const isSame = tileId === (seen.tileId ?? undefined) && dashboardId === alertDashboardId(seen);
  return !tileId || isSame ? {} : { tile: { dashboardId, tileId } };
}
