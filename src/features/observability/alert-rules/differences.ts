import { isDeepStrictEqual } from "node:util";
import {
  type Alert,
  alertChannels,
  alertDashboardId,
  alertSavedSearchId,
} from "../../../platform/cloud/observability/alert.ts";
import { asJson, withoutFields } from "../../../lib/json.ts";
import type { AlertReplacement } from "../observability-client.ts";
import { formatValue } from "./format-rule.ts";
import { type Difference, fieldDifference, somethingElse } from "../changes/format-change.ts";

/** True if an alert's rule is as it was seen, whatever its state. */
export function isSameAlert(now: Alert, seen: Alert): boolean {
  return isDeepStrictEqual(ruleOf(now), ruleOf(seen));
}

/** The differences between two states of an alert, for people. */
export function alertDifferences(before: AlertReplacement, after: AlertReplacement): Difference[] {
  const [old, present] = [ruleOf(before), ruleOf(after)];
  const found = [
    ...plainDifferences(old, present),
    ...thresholdDifferences(old, present),
    ...watchedDifferences(old, present),
  ];
  return isDeepStrictEqual(unworded(old), unworded(present)) ? found : [...found, somethingElse];
}

/** The fields that the server changes when it evaluates an alert. */
const ownOfServer: ReadonlySet<string> = new Set([
  "state",
  "updatedAt",
  "silenced",
  // On newer servers: what went wrong at the last evaluation.
  "executionErrors",
]);

function ruleOf(alert: AlertReplacement): AlertReplacement {
  return asJson(withoutFields(alert, ownOfServer));
}

const labels = [
  ["name", "Name"],
  ["message", "Message"],
  ["interval", "Interval"],
] as const;

function plainDifferences(before: AlertReplacement, after: AlertReplacement): Difference[] {
  return labels.flatMap(([field, label]) =>
    isDeepStrictEqual(before[field], after[field])
      ? []
      : [fieldDifference(label, field, before[field], after[field])],
  );
}

function thresholdDifferences(before: AlertReplacement, after: AlertReplacement): Difference[] {
  const [was, is] = [formatValue(before), formatValue(after)];
  if (was === is) return [];
  const field = { name: "threshold", before: was, after: is };
  return [{ what: "Fires when the value", before: was, after: is, field }];
}

function watchedDifferences(before: AlertReplacement, after: AlertReplacement): Difference[] {
  const [webhooks, webhooksAfter] = [webhooksOf(before), webhooksOf(after)];
  const notifies = isDeepStrictEqual(webhooks, webhooksAfter)
    ? []
    : [fieldDifference("Notifies the webhook", "webhookId", webhooks, webhooksAfter)];
  const isElsewhere = !isDeepStrictEqual(watched(before), watched(after));
  const watches = {
    what: "Watches something else",
    field: { name: "tileId", before: before.tileId, after: after.tileId },
  };
  return isElsewhere ? [...notifies, watches] : notifies;
}

function webhooksOf(alert: AlertReplacement): string[] {
  return alertChannels({ ...alert, id: "" }).flatMap(({ webhookId }) => webhookId ?? []);
}

function watched(alert: AlertReplacement) {
  const known = { ...alert, id: "" };
  return [alert.source, alertDashboardId(known), alert.tileId, alertSavedSearchId(known)];
}

/** The named fields of an alert. */
const worded: ReadonlySet<string> = new Set([
  "name",
  "message",
  "interval",
  "threshold",
  "thresholdMax",
  "thresholdType",
  "source",
  "dashboard",
  "dashboardId",
  "tileId",
  "savedSearch",
  "savedSearchId",
]);

/** An alert without its named fields. */
function unworded({ channel, channels, ...fields }: AlertReplacement) {
  const others = Object.entries(fields).filter(([field]) => !worded.has(field));
  return [Object.fromEntries(others), channel && withoutWebhook(channel), channels?.map(withoutWebhook)];
}

function withoutWebhook({ webhookId: _id, ...channel }: { webhookId?: unknown }): object {
  return channel;
}
