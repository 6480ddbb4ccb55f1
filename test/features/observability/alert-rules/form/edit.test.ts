import { expect, test } from "vitest";
import type { Alert } from "../../../../../src/platform/cloud/observability/alert.ts";
import { editIn } from "../../../../../src/features/observability/alert-rules/form/values.ts";
import { textFields } from "../../../../../src/features/observability/alert-rules/form/fields.ts";
import { valuesOf } from "../../../../../src/features/observability/alert-rules/form/values.ts";

const seen: Alert = {
  id: "a1",
  name: "Errors",
  message: "Look at the logs",
  threshold: 5,
  thresholdType: "above",
  interval: "5m",
  source: "tile",
  dashboardId: "d1",
  tileId: "t1",
  channel: { type: "webhook", webhookId: "w1" },
};
const facts = {
  target: { connection: "default", serviceId: "s-1", name: "orders prod" },
  given: { alertId: "a1" },
  isRead: true,
  publicUrl: "https://qm.example.com",
  dashboards: [{ id: "d1", name: "One" }],
  tiles: { dashboardId: "d1", tiles: [{ id: "t1", name: "Errors" }] },
  webhooks: [{ webhookId: "w1", usedBy: 1 }],
};

/** The form's changes of an alert after a person types these values. */
function changed(alert: Alert, typed: Record<string, unknown> = {}, target: object = facts.target) {
  const values = { ...asShown(valuesOf(alert)), ...typed };
  return editIn({ values, facts: { ...facts, target, seen: alert } }, alert);
}

/** Cuts each value to its field's maximum length. */
function asShown(values: Record<string, unknown>): Record<string, unknown> {
  const lengths = new Map(textFields.map(({ name, maxLength }) => [name, maxLength]));
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "string" ? value.slice(0, lengths.get(name)) : value,
  ]);
  return Object.fromEntries(entries);
}

test.each<[string, Partial<Alert>]>([
  ["a message longer than an input holds", { message: "Look. ".repeat(680) }],
  ["a message with a cut inside a character", { message: `${"x".repeat(2_999)}🙂 and more` }],
  ["a message with the line ends of another system", { message: " One\r\ntwo\r\n" }],
  ["a name longer than servers take", { name: "Errors ".repeat(100) }],
  ["a name on two lines", { name: " Errors\n of checkout" }],
  ["a missing text", { name: null, message: null }],
])("%s stays complete if another field changes", (_, odd) => {
  expect(changed({ ...seen, ...odd })).toEqual({});
  expect(changed({ ...seen, ...odd }, { threshold: 7 })).toEqual({ threshold: 7 });
});

test.each<[string, Partial<Alert>]>([
  ["a stray second threshold", { thresholdMax: 9 }],
  ["an unknown webhook", { channel: { type: "webhook", webhookId: "w9" } }],
  ["a missing channel", { channel: null }],
  ["a list of several channels", { channels: [{ webhookId: "w1" }, { webhookId: "w2" }] }],
])("%s of an alert stays if another field changes", (_, odd) => {
  expect(changed({ ...seen, ...odd }, { threshold: 7 })).toEqual({ threshold: 7 });
});

test("a message can be emptied, and becomes the typed name on a stand-alone server", () => {
  const standalone = { connection: "observability", name: "observability" };
  const renamed = { name: "Faults", message: " " };
  expect(changed(seen, { message: undefined })).toEqual({ message: "" });
  expect(changed(seen, renamed)).toEqual({ name: "Faults", message: "" });
  expect(changed(seen, { message: undefined }, standalone)).toEqual({ message: "Errors" });
  expect(changed(seen, renamed, standalone)).toEqual({ name: "Faults", message: "Faults" });
  expect(changed({ ...seen, message: null }, renamed)).toEqual({ name: "Faults" });
  expect(changed({ ...seen, message: "Errors" }, { message: "" }, standalone)).toEqual({});
  const helps = [facts.target, standalone].map((target) => {
    const help = textFields.find(({ name }) => name === "message")?.help;
    return typeof help === "function" ? help({ values: {}, facts: { ...facts, target } }) : help;
  });
  expect(helps[0]).toContain("Left empty, nothing is said beside the name.");
  expect(helps[1]).toContain("This server takes no empty message: left empty, it says the name.");
});

test.each([
  ["10m", "10m"],
  [" 45 M ", "45m"],
  ["2h", "2h"],
])("the typed interval %j is sent as %s", (typed, sent) => {
  expect(changed(seen, { interval: "other", otherInterval: typed })).toEqual({ interval: sent });
});

test("the upper threshold of a range is removed with the range", () => {
  const range = { ...seen, thresholdType: "between", thresholdMax: 9 };
  expect(changed(range, { threshold: 7 })).toEqual({ threshold: 7 });
  expect(changed(range, { thresholdType: "below" })).toEqual({ thresholdType: "below", thresholdMax: null });
});

test("a message is cut to the limit of a Slack input, and a name to the limit of servers", () => {
  const { name, message } = valuesOf({ ...seen, name: "n".repeat(512), message: "m".repeat(3_000) });
  expect([name, message]).toEqual(["n".repeat(512), "m".repeat(3_000)]);
  expect(textFields.map(({ maxLength }) => maxLength)).toEqual([512, 3_000]);
});
