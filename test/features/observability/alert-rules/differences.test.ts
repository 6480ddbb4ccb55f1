import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Alert } from "../../../../src/platform/cloud/observability/alert.ts";
import {
  alertDifferences,
  isSameAlert,
} from "../../../../src/features/observability/alert-rules/differences.ts";
import { anyAlert } from "../observed-arbitraries.ts";
import { formatDifference } from "../../../../src/features/observability/changes/format-change.ts";

const before: Alert = {
  id: "a1",
  name: "Checkout errors",
  message: "",
  threshold: 5,
  thresholdType: "above",
  interval: "5m",
  source: "tile",
  dashboard: "d1",
  tileId: "t1",
  channel: { type: "webhook", webhookId: "w1" },
  state: "OK",
};

function words(after: Partial<Alert>): string[] {
  return alertDifferences(before, { ...before, ...after }).map(formatDifference);
}

test.each<[Partial<Alert>, string[]]>([
  [{ name: "Errors", message: "Look" }, ["• Name `Checkout errors` → `Errors`", "• Message none → `Look`"]],
  [{ threshold: 9 }, ["• Fires when the value is 5 or more → is 9 or more"]],
  [{ thresholdType: "below" }, ["• Fires when the value is 5 or more → is less than 5"]],
  [
    { thresholdType: "between", thresholdMax: 9 },
    ["• Fires when the value is 5 or more → is between 5 and 9"],
  ],
  [{ interval: "1h" }, ["• Interval `5m` → `1h`"]],
  [{ channel: { type: "webhook", webhookId: "w2" } }, ["• Notifies the webhook `w1` → `w2`"]],
  [{ tileId: "t2" }, ["• Watches something else"]],
  [{ note: "own" }, ["• Something else that isn't shown here"]],
  [{ channel: { type: "email", webhookId: "w1" } }, ["• Something else that isn't shown here"]],
  [{ state: "ALERT", updatedAt: "2026-11-20T10:00:00.000Z", silenced: { until: 1 } }, []],
  [{ executionErrors: [{ timestamp: "2026-11-20T10:00:00.000Z", message: "Timeout" }] }, []],
])("%o is described with the words of the forms", (after, expected) => {
  expect(words(after)).toEqual(expected);
});

test("any two different alerts have a difference, and an alert has none with itself", () => {
  fc.assert(
    fc.property(anyAlert, anyAlert, (one, other) => {
      expect(alertDifferences(one, one)).toEqual([]);
      expect(alertDifferences(one, other).length > 0 || isSameAlert(one, other)).toBe(true);
    }),
  );
});
