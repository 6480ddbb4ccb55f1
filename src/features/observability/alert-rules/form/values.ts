import {
  type Alert,
  alertDashboardId,
  alertSavedSearchId,
} from "../../../../platform/cloud/observability/alert.ts";
import type { FormState } from "../../../../platform/forms/form.ts";
import { textIn } from "../../../../platform/forms/state.ts";
import type { Tile } from "../format-watched.ts";
import { factsOf } from "./facts.ts";
import { type Rule, type ToldWebhook, takesMax } from "../format-rule.ts";
import { oneLine } from "../../../../lib/text.ts";
import { messageIn, messageLength, nameLength } from "./text-fields.ts";
import type { AlertBody } from "../../observability-client.ts";

/** True where the form is about an alert on a saved search. */
export function watchesSearch({ values }: Pick<FormState, "values">): boolean {
  return values["source"] === "saved_search";
}

/** The rule as far as it is filled in. */
export function ruleIn(state: FormState): Rule {
  const { values } = state;
  const thresholdType = textIn(values, "thresholdType");
  return {
    ...factsOf(state).seen,
    ...(factsOf(state).seen ? {} : watchedIn(state)),
    thresholdType,
    threshold: numberIn(values["threshold"]),
    thresholdMax: takesMax(thresholdType) ? numberIn(values["thresholdMax"]) : undefined,
    interval: intervalIn(state),
  };
}

/** The entry of the intervals that stands for one that is typed. */
export const otherInterval = "other";

/** True if an interval is typed, and not chosen. */
export function isOtherInterval({ values }: Pick<FormState, "values">): boolean {
  return values["interval"] === otherInterval;
}

/** The interval that is chosen or typed; "" for what is no number with a unit. */
export function intervalIn({ values }: Pick<FormState, "values">): string {
  if (!isOtherInterval({ values })) return textIn(values, "interval");
  const typed = textIn(values, "otherInterval").replaceAll(/\s/g, "").toLowerCase();
  return /^[1-9]\d{0,5}[smhd]$/.test(typed) ? typed : "";
}

function watchedIn(state: FormState): Rule {
  return watchesSearch(state)
    ? { source: "saved_search", savedSearchId: savedSearchIn(state), groupBy: groupByIn(state) }
    : { source: "tile" };
}

/** A number that was typed; undefined for none, and for text that is no number. */
export function numberIn(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** The tile that is chosen, where its dashboard is read. */
export function tileIn(state: FormState): Tile | undefined {
  const { tiles } = factsOf(state);
  const tileId = textIn(state.values, "tileId");
  return tileId === "" ? undefined : tiles?.tiles.find(({ id }) => id === tileId);
}

const id = /^[A-Za-z0-9_-]{1,64}$/;

/** The saved search that is chosen, or that a text names by its id or link; undefined where it names none. */
export function savedSearchIn({ values }: Pick<FormState, "values">): string | undefined {
  const chosen = textIn(values, "savedSearch");
  if (chosen !== "") return chosen;
  const typed = textIn(values, "savedSearchLink");
  if (id.test(typed)) return typed;
  return /^https?:\/\/[^\s?#]*\/search\/([A-Za-z0-9_-]{1,64})(?:[/?#]|$)/.exec(typed)?.[1];
}

/** By what a copy of an alert groups the lines of the same saved search; undefined for all others. */
function groupByIn(state: FormState): string | undefined {
  const { copied } = factsOf(state);
  if (!copied || savedSearchIn(state) !== alertSavedSearchId(copied)) return undefined;
  const { groupBy } = copied;
  return typeof groupBy === "string" && groupBy.trim() !== "" ? groupBy : undefined;
}

/** The webhook that is chosen, or named by its id, with the hook of ours that it posts to; undefined where there is none. */
export function webhookIn(state: FormState): (ToldWebhook & { hookId?: string | undefined }) | undefined {
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

/**
 * What a form has of an alert that it changes or copies; its texts as the inputs show them, which may be cut. Where it tells
 * no webhook, the form asks for one, and chooses none by itself.
 */
export function valuesOf(alert: Alert): Record<string, unknown> {
  const { threshold, thresholdMax, thresholdType, interval, name, message } = alert;
  return {
    source: alert.source ?? "tile",
    dashboardId: alertDashboardId(alert),
    tileId: alert.tileId ?? undefined,
    savedSearch: alertSavedSearchId(alert),
    threshold: threshold ?? undefined,
    thresholdMax: thresholdMax ?? undefined,
    thresholdType: thresholdType ?? "above",
    interval: interval ?? "5m",
    name: shown(oneLine(name ?? ""), nameLength),
    message: shown(messageOf({ message }), messageLength),
    webhook: webhookOf(alert),
  };
}

/** The webhook that an alert tells, the first of several. */
export function webhookOf({ channel, channels }: Alert): string | undefined {
  const told = [channel, ...(channels ?? [])].find(
    (one) => one?.webhookId && (one.type ?? "webhook") === "webhook",
  );
  return told?.webhookId ?? undefined;
}

/** True where a form shows only the beginning of an alert's message. */
export function isMessageCut(alert: Pick<Alert, "message">): boolean {
  return messageOf(alert).length > messageLength;
}

/** With the line ends that inputs have. */
function messageOf({ message }: Pick<Alert, "message">): string {
  return (message ?? "").replaceAll("\r\n", "\n").trim();
}

function shown(text: string, length: number): string {
  return text.slice(0, length).toWellFormed().trim();
}

/**
 * What a filled-in form creates: for a tile the specification's nine fields in its order, and behind them the second
 * threshold where there is one, and the groups of a copied search, as only stand-alone servers take them.
 */
export function bodyIn(state: FormState): AlertBody {
  const { values } = state;
  const thresholdType = textIn(values, "thresholdType");
  const threshold = numberIn(values["threshold"]) ?? 0;
  const interval = intervalIn(state);
  const channel = { type: "webhook", webhookId: webhookIn(state)?.webhookId ?? "" };
  const name = textIn(values, "name");
  // All nine fields are sent.
  const said = { channel, name, message: messageIn(state) };
  const max = takesMax(thresholdType) ? { thresholdMax: numberIn(values["thresholdMax"]) } : {};
  if (watchesSearch(state)) {
    const savedSearchId = savedSearchIn(state) ?? "";
    const groupBy = groupByIn(state);
    const groups = groupBy === undefined ? {} : { groupBy };
    const rule = { savedSearchId, threshold, interval, source: "saved_search", thresholdType } as const;
    return { ...rule, ...said, ...max, ...groups };
  }
  const on = { dashboardId: textIn(values, "dashboardId"), tileId: textIn(values, "tileId") };
  return { ...on, threshold, interval, source: "tile", thresholdType, ...said, ...max };
}
