import { expect, test } from "vitest";
import { product } from "../../../../src/app/features.ts";
import { typing } from "../../../ask/typing.ts";
import { callNamed, partsFound } from "../../../support/slots.ts";

const calls = ["alerts_acknowledge", "alerts_snooze", "alerts_mute"].map((name) =>
  callNamed(name, product.commands),
);
const [, snooze] = calls;

test.each([
  ["ack the disk alert", "disk"],
  ["snooze that replication lag one for an hour", "replication lag"],
  ["mute the p95 latency alarm", "p95 latency"],
  ["can someone take the checkout errors alert", "checkout errors"],
  ["please acknowledge the open disk full alert", "disk full"],
  ["mute replication lag its junk", "replication lag"],
  ["snooze replication lag because it is slow", "replication lag"],
  ["silence this cpu > 90% alert until 6pm", "cpu > 90%"],
  ["the disk full alert is mine", "disk full"],
  ["ack the critical alert", "critical"],
  ["snooze the alert about replication lag for 2h", "replication lag"],
  ['ack "Disk full on web-3"', "Disk full on web-3"],
  ["ack all the disk alerts", "disk"],
  ["ack the second alert", "2"],
  ["snooze the third one", "3"],
  ["mute the 2nd alert", "2"],
  ["ack alert 2", "2"],
  ["ack alert number 12", "12"],
  ["ack alert #2", "2"],
  ["ack #2", "2"],
  ["ack number 3", "3"],
  ["ack all", "all"],
  ["ack all alerts", "all"],
  ["ack all of the open alerts", "all"],
  ["ack every alert", "all"],
  ["ack everything", "all"],
  ["snooze them all", "all"],
  ["acknowledge them all please", "all"],
])("“%s” is about the alert %s", (sentence, alert) => {
  for (const { shape } of calls) expect(partsFound(shape["alert"], sentence)).toBe(alert);
});

test.each([
  "ack it",
  "snooze that for an hour",
  "mute this alert",
  "ack them",
  "ack the alert",
  "ack the open alert",
  "ack the last alert",
  "snooze the new one",
  "snooze alerts 30 minutes",
  "take it",
])("“%s” doesn't say which alert", (sentence) => {
  for (const { shape } of calls) expect(partsFound(shape["alert"], sentence)).toBeUndefined();
});

test.each([
  ["snooze it for 30 min", "30 min"],
  ["snooze it for an hour", "1 hour"],
  ["snooze the disk alert for half an hour", "30 minutes"],
  ["snooze it for a couple of hours", "2 hours"],
  ["snooze it for two days", "2 days"],
  ["snooze it 1h", "1h"],
  ["snooze it for 1 hour and 30 minutes", "1 hour and 30 minutes"],
  ["snooze it until 6pm", "until 6pm"],
  ["snooze it till tomorrow morning", "until tomorrow morning"],
  ["snooze it until tomorrow at 9:30", "until tomorrow at 9:30"],
  ["snooze it until monday", "until monday"],
  ["snooze it until noon", "until noon"],
])("“%s” is for %s", (sentence, written) => {
  const found = partsFound(snooze?.shape["for"], sentence);
  const line = snooze?.line({ alert: "1", for: found });
  expect(line).toBe(`alerts snooze 1 ${written}`);
  const reading = product.readCommand(line ?? "");
  expect("args" in reading && reading.args).toEqual({ alert: "1", for: written });
});

test.each(["snooze it", "snooze the 2h lag until it is fixed", "snooze it until 6"])(
  "“%s” has no time of day",
  (sentence) => {
    expect(partsFound(snooze?.shape["for"], sentence) ?? "").not.toMatch(/^until/);
  },
);

test.each([
  ["snooze all alerts for 2 hours", "Snooze all open alerts for 2 hours?"],
  ["snooze everything until tomorrow morning", "Snooze all open alerts until tomorrow morning?"],
])("“%s” is asked as “%s”", async (sentence, question) => {
  expect(await typing({ services: [] }).type(sentence)).toContain(question);
});
