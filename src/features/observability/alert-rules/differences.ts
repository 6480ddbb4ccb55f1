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

type State = AlertReplacement;

/** True where an alert is as it was seen, whatever it did since. */
export function isSameAlert(now: Alert, seen: Alert): boolean {
  return isDeepStrictEqual(ruleOf(now), ruleOf(seen));
}

/** What differs between two states of an alert, for people; empty where nothing does. */
export function alertDifferences(before: AlertReplacement, after: AlertReplacement): Difference[] {
  const [old, present] = [ruleOf(before), ruleOf(after)];
  const found = [
    ...plainDifferences(old, present),
    ...thresholdDifferences(old, present),
    ...placeDifferences(old, present),
  ];
  return isDeepStrictEqual(unworded(old), unworded(present)) ? found : [...found, somethingElse];
}

/** What the server itself keeps of an alert as it is evaluated. */
const ownOfServer: ReadonlySet<string> = new Set([
  "state",
  "updatedAt",
  "silenced",
  // Of newer ones: what went wrong when it was last evaluated, and when.
  "executionErrors",
]);

function ruleOf(alert: State): State {
  return asJson(withoutFields(alert, ownOfServer));
}

const labels = { name: "Name", message: "Message", interval: "Interval" } as const;

function plainDifferences(before: State, after: State): Difference[] {
  return (["name", "message", "interval"] as const).flatMap((field) =>
    isDeepStrictEqual(before[field], after[field])
      ? []
      : [fieldDifference(labels[field], field, before[field], after[field])],
  );
}

function thresholdDifferences(before: State, after: State): Difference[] {
  const [was, is] = [formatValue(before), formatValue(after)];
  if (was === is) return [];
  const field = { name: "threshold", before: was, after: is };
  return [{ what: "Fires when the value", before: was, after: is, field }];
}

function placeDifferences(before: State, after: State): Difference[] {
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

function webhooksOf(alert: State): string[] {
  return alertChannels({ ...alert, id: "" }).flatMap(({ webhookId }) => webhookId ?? []);
}

function watched(alert: State) {
  const known = { ...alert, id: "" };
  return [alert.source, alertDashboardId(known), alert.tileId, alertSavedSearchId(known)];
}

/** The fields of an alert that have words. */
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

/** An alert without all that has words. */
function unworded({ channel, channels, ...fields }: State) {
  const others = Object.entries(fields).filter(([field]) => !worded.has(field));
  return [Object.fromEntries(others), channel && withoutWebhook(channel), channels?.map(withoutWebhook)];
}

function withoutWebhook({ webhookId: _id, ...channel }: { webhookId?: unknown }): object {
  return channel;
}
