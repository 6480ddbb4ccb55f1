import { code } from "../../../../platform/blocks/escape.ts";
import { type Alert, alertChannels } from "../../../../platform/cloud/observability/alert.ts";
import { isNote } from "../../../../lib/json.ts";
import { formatList } from "../../../../lib/text.ts";
import { type AlertFormFacts, isStandalone } from "./facts.ts";
import { isNotifying, takesMax } from "../format-rule.ts";
import * as texts from "../texts.ts";
import { isMessageCut, nameLength, valuesOf, webhookOf } from "./values.ts";
import type { FormState } from "../../../../platform/forms/form.ts";

const suffix = " (copy)";

/** The first state of a copy's form, with a warning about what the copy will not have. */
export function copyOf(alert: Alert, facts: Pick<AlertFormFacts, "target">): Partial<FormState> {
  const name = `${(alert.name ?? "").slice(0, nameLength - suffix.length)}${suffix}`.trim();
  const isOffered = isStandalone(facts) || !takesMax(alert.thresholdType);
  const values = { ...valuesOf(alert), ...(!isOffered && { thresholdType: undefined }), name };
  const warnings = notCopied(alert, facts);
  const trouble = warnings.length === 0 ? undefined : warnings.join(" ");
  return { values, facts: { copied: alert, trouble } };
}

/** Sentences of mrkdwn about what a copy will not have. */
function notCopied(alert: Alert, facts: Pick<AlertFormFacts, "target">): string[] {
  const isOfNine = !isStandalone(facts);
  return [
    ...(isOfNine && alert.source === "saved_search" ? [texts.notCopied.search] : []),
    ...(isOfNine && takesMax(alert.thresholdType) ? [texts.notCopied.range] : []),
    ...(isMessageCut(alert) ? [texts.notCopied.message] : []),
    ...unknownTo(alert, facts),
  ];
}

const mostNames = 5;

function unknownTo(alert: Alert, facts: Pick<AlertFormFacts, "target">): string[] {
  const names = fieldsBeside(alert, facts).map((field) => code(field.slice(0, 64)));
  const more = names.length > mostNames ? [`${names.length - mostNames} more`] : [];
  const others = [
    ...names.slice(0, mostNames),
    ...more,
    ...(notifiesOthers(alert) ? [texts.otherReceivers] : []),
  ];
  return others.length === 0 ? [] : [texts.fieldsNotCopied(formatList(others))];
}

function fieldsBeside(alert: Alert, facts: Pick<AlertFormFacts, "target">): string[] {
  const hasGroups = isStandalone(facts) && alert.source === "saved_search";
  return Object.entries(alert)
    .filter(([field, value]) => !isNote(field) && !copied.has(field) && !ofServer.has(field) && isSet(value))
    .map(([field]) => field)
    .filter((field) => !(hasGroups && field === "groupBy"));
}

/** Servers also answer fields that are not set, as null, empty or 0. */
function isSet(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}

function notifiesOthers(alert: Alert): boolean {
  const webhookId = webhookOf(alert);
  const isCopied = (id: unknown) => webhookId !== undefined && id === webhookId;
  return alertChannels(alert).some((channel) => isNotifying(channel) && !isCopied(channel.webhookId));
}

/** The fields that the form has, in the names of older and newer servers. */
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

/** Fields of the one alert alone. The server gives the copy its own. */
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
