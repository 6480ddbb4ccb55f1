import { code } from "../../../../platform/blocks/escape.ts";
import { type Alert, alertChannels } from "../../../../platform/cloud/observability/alert.ts";
import { isNote } from "../../../../lib/json.ts";
import { formatList } from "../../../../lib/text.ts";
import { type AlertFormFacts, isStandalone } from "./facts.ts";
import { takesMax, tellsSomebody } from "../format-rule.ts";
import { isMessageCut, valuesOf, webhookOf } from "./values.ts";
import type { FormState } from "../../../../platform/forms/form.ts";
import { nameLength } from "./text-fields.ts";

const suffix = " (copy)";

/** What the form of a copy begins with, with a warning that says what the copy will not have. */
export function copyOf(alert: Alert, facts: Pick<AlertFormFacts, "target">): Partial<FormState> {
  const name = `${(alert.name ?? "").slice(0, nameLength - suffix.length)}${suffix}`.trim();
  const isOffered = isStandalone(facts) || !takesMax(alert.thresholdType);
  const values = { ...valuesOf(alert), ...(!isOffered && { thresholdType: undefined }), name };
  const warnings = notCopied(alert, facts);
  const trouble = warnings.length === 0 ? undefined : warnings.join(" ");
  return { values, facts: { copied: alert, trouble } };
}

/** What a copy of an alert will not have of it, in sentences of mrkdwn; empty where it has all. */
function notCopied(alert: Alert, facts: Pick<AlertFormFacts, "target">): string[] {
  const isOfNine = !isStandalone(facts);
  return [
    ...(isOfNine && alert.source === "saved_search" ? [onSearch] : []),
    ...(isOfNine && takesMax(alert.thresholdType) ? [ofRange] : []),
    ...(isMessageCut(alert) ? [longMessage] : []),
    ...unknownTo(alert, facts),
  ];
}

const onSearch = "It watches a saved search, and here alerts can be made on tiles only. Choose a tile.";
const ofRange =
  "It is held against two thresholds, and here alerts can be made with one only. Choose when the copy fires.";
const longMessage =
  "Its message is longer than this form can hold: the copy has only the beginning that stands there.";

const mostNames = 5;

function unknownTo(alert: Alert, facts: Pick<AlertFormFacts, "target">): string[] {
  const names = fieldsBeside(alert, facts).map((field) => code(field.slice(0, 64)));
  const more = names.length > mostNames ? [`${names.length - mostNames} more`] : [];
  const others = [
    ...names.slice(0, mostNames),
    ...more,
    ...(tellsOthers(alert) ? ["whom else it tells"] : []),
  ];
  return others.length === 0 ? [] : [`Not copied: ${formatList(others)}.`];
}

function fieldsBeside(alert: Alert, facts: Pick<AlertFormFacts, "target">): string[] {
  const hasGroups = isStandalone(facts) && alert.source === "saved_search";
  return Object.entries(alert)
    .filter(([field, value]) => !isNote(field) && !copied.has(field) && !ofServer.has(field) && isSet(value))
    .map(([field]) => field)
    .filter((field) => !(hasGroups && field === "groupBy"));
}

/** Servers also answer what nobody set, as nothing, none or 0. */
function isSet(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function tellsOthers(alert: Alert): boolean {
  const webhookId = webhookOf(alert);
  const isCopied = (id: unknown) => webhookId !== undefined && id === webhookId;
  return alertChannels(alert).some((channel) => tellsSomebody(channel) && !isCopied(channel.webhookId));
}

/** What the form has of an alert, in the names of older and newer servers. */
const copied: ReadonlySet<string> = new Set([
  "name",
  "message",
  "threshold",
  "thresholdMax",
  "thresholdType",
  "interval",
  "source",
  "channel",
  "channels",
  "dashboard",
  "dashboardId",
  "tileId",
  "savedSearch",
  "savedSearchId",
]);

/** What is of the one alert alone: the server gives the copy its own. */
const ofServer: ReadonlySet<string> = new Set([
  "id",
  "team",
  "teamId",
  "state",
  "silenced",
  "executionErrors",
  "createdBy",
  "createdAt",
  "updatedAt",
]);
