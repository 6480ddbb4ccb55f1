import { expect, test } from "vitest";
import type { Alert } from "../../../../src/platform/cloud/observability/alert.ts";
import { stateOf, worstFirst } from "../../../../src/features/observability/alert-rules/state.ts";

const now = new Date("2026-11-20T10:00:00.000Z");
const alert = (state: string | null | undefined, more: Partial<Alert> = {}): Alert => ({
  id: "a1",
  state,
  ...more,
});

test.each<[string | null | undefined, string]>([
  ["ALERT", "Firing"],
  ["alert", "Firing"],
  ["OK", "OK"],
  ["PENDING", "Pending"],
  ["INSUFFICIENT_DATA", "No data"],
  ["DISABLED", "Disabled"],
  ["active", "Active"],
  ["no data", "No data"],
  ["on-fire", "on-fire"],
  ["constructor", "constructor"],
  ["", "State unknown"],
  [null, "State unknown"],
  [undefined, "State unknown"],
])("the state %j is shown as %j", (state, words) => {
  expect(stateOf(alert(state), now).words).toBe(words);
});

test("a silenced alert says so beside its state, unless it is OK or disabled", () => {
  const silenced = { until: "2026-11-20T11:00:00.000Z" };
  expect(stateOf(alert("ALERT", { silenced }), now).words).toBe("Silenced (firing)");
  expect(stateOf(alert("odd", { silenced: true }), now).words).toBe("Silenced");
  expect(stateOf(alert("OK", { silenced }), now).words).toBe("OK");
  expect(stateOf(alert("DISABLED", { silenced }), now).words).toBe("Disabled");
  expect(stateOf(alert("ALERT", { silenced: { until: "2026-11-20T09:00:00.000Z" } }), now).words).toBe(
    "Firing",
  );
});

function named(name: string, state: string, more: Partial<Alert> = {}): Alert {
  return { id: name, name, state, ...more };
}

test("alerts are sorted with the worst state first, then by name with numeric order", () => {
  const alerts = [
    named("queue 10", "OK"),
    named("queue 9", "OK"),
    named("off", "DISABLED"),
    named("hushed", "ALERT", { silenced: true }),
    named("odd", "on-fire"),
    named("dry", "INSUFFICIENT_DATA"),
    named("soon", "PENDING"),
    named("spec", "active"),
    named("worst", "ALERT"),
  ];
  expect(worstFirst(alerts, now).map(({ name }) => name)).toEqual([
    "worst",
    "spec",
    "soon",
    "dry",
    "odd",
    "hushed",
    "off",
    "queue 9",
    "queue 10",
  ]);
});
