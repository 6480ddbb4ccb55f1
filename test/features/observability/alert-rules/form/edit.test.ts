import { expect, test } from "vitest";
import type { Alert } from "../../../../../src/platform/cloud/observability/alert.ts";
import {
  alertBody,
  isAlertEditIn,
  writeAlertEdit,
} from "../../../../../src/features/observability/alert-rules/edit.ts";
import type { AlertReplacement } from "../../../../../src/features/observability/observability-client.ts";
import { AppError } from "../../../../../src/lib/errors.ts";
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

test("a message can be emptied: as an empty text of a service, and as null of a stand-alone server", () => {
  const standalone = { connection: "observability", name: "observability" };
  const renamed = { name: "Faults", message: " " };
  expect(changed(seen, { message: undefined })).toEqual({ message: "" });
  expect(changed(seen, renamed)).toEqual({ name: "Faults", message: "" });
  expect(changed(seen, { message: undefined }, standalone)).toEqual({ message: null });
  expect(changed(seen, renamed, standalone)).toEqual({ name: "Faults", message: null });
  for (const message of [null, undefined, ""])
    expect(changed({ ...seen, message }, renamed, standalone)).toEqual({ name: "Faults" });
});

test.each([undefined, null, ""])("an emptied message is gone if the server answers it as %j", (message) => {
  const { message: _message, ...others } = seen;
  const now = message === undefined ? others : { ...others, message };
  expect(isAlertEditIn(now, { message: "" })).toBe(true);
  expect(isAlertEditIn(now, { message: null })).toBe(true);
  expect(isAlertEditIn(now, { message: "", threshold: 6 })).toBe(false);
  expect(isAlertEditIn(seen, { message: "" })).toBe(false);
});

test.each(["", null])("a server that refuses %j as no message gets the other one", async (message) => {
  const refused = new AppError("user", "message: refused");
  const body = { ...alertBody(seen), message };
  const sent: unknown[] = [];
  const write = async (one: AlertReplacement) => {
    sent.push(one.message);
    if (one.message === message) throw refused;
    return one;
  };
  await writeAlertEdit({ message }, body, write);
  expect(sent).toEqual([message, message === "" ? null : ""]);
  await expect(writeAlertEdit({ threshold: 9 }, body, write)).rejects.toBe(refused);
  await expect(writeAlertEdit({ message }, body, () => Promise.reject(refused))).rejects.toBe(refused);
  expect(sent).toHaveLength(3);
});

test.each([
  ["10m", "10m"],
  [" 45 M ", "45m"],
  ["2h", "2h"],
  ["10 minutes", "10m"],
  ["1 day", "1d"],
  ["2 weeks", "2w"],
  ["3q", "3q"],
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
