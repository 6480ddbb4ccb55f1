import { describe, expect, test } from "vitest";
import { isOfMeasure, readableTitle } from "../../../../src/features/alerts/message/title.ts";
import * as bodies from "../senders/bodies.ts";
import { read } from "../senders/bodies.ts";
import { eventOf } from "./incident-of.ts";

function titleOf(body: unknown): string | undefined {
  const [event] = read(body);
  return event && readableTitle(event).title;
}

describe("the title of an alert has no boilerplate, and the value against the limit", () => {
  test.each([
    ["structured", bodies.structured, "p95 latency 2,432 ms, limit 2,000"],
    ["default text", bodies.defaultFiring, "Checkout errors: 12 lines, limit 5"],
    ["older text", bodies.olderFiring, "Checkout errors: 12 lines, limit 5"],
    ["incident tool", bodies.incidentTool, "p95 latency 2,432 ms, limit 2,000"],
    ["Slack blocks", bodies.slackBlocks, "Checkout errors: 12 lines, limit 5"],
    ["Alertmanager", bodies.alertmanager, "HighCPU: CPU of db-1 is at 97%"],
    ["Grafana", bodies.grafana, "High memory: Memory of zone us-1 is high"],
    [
      "other JSON",
      { title: "Queue depth", status: "firing", value: 12_345, threshold: 10_000 },
      "Queue depth: 12,345, limit 10,000",
    ],
    [
      "a title with its numbers",
      { title: "Disk at 97%, limit 90", status: "firing", value: "97", threshold: "90" },
      "Disk at 97%, limit 90",
    ],
    [
      "a title with its value",
      { title: "Disk at 97%", status: "firing", value: "97", threshold: "90" },
      "Disk at 97%, limit 90",
    ],
    [
      "a title that ends in its measure",
      { title: "Errors in API - 7 exceeds 5", status: "firing" },
      "Errors in API: 7, limit 5",
    ],
  ])("%s", (_, body, title) => expect(titleOf(body)).toBe(title));
});

test("a value below a threshold has a minimum", () => {
  const title = 'Alert for "Inserts" - 3 falls below 5';
  expect(readableTitle(eventOf({ title, value: "3", threshold: "5" })).title).toBe("Inserts: 3, minimum 5");
});

test("a range is the limit", () => {
  const title = 'Alert for "Load (%)" in "Fleet" - 1200.5 falls outside 10 and 80';
  expect(readableTitle(eventOf({ title, value: "1200.5", threshold: "10 to 80" }))).toEqual({
    title: "Load 1,200.5%, limit 10 to 80",
    dashboard: "Fleet",
    isWhole: true,
  });
});

test("what the alert's name is followed by stays, unless it is the measure", () => {
  expect(readableTitle(eventOf({ title: 'Alert for "Errors" - see below' })).title).toBe("Errors: see below");
  const other = eventOf({ title: 'Alert for "Errors" - 7 exceeds 5', value: "8" });
  expect(readableTitle(other).title).toBe("Errors: 8: 7 exceeds 5");
});

test("a value of several numbers stays out of the title", () => {
  const event = eventOf({ title: "Memory", value: "B = 44.2, C = 1" });
  expect(readableTitle(event)).toMatchObject({ title: "Memory", isWhole: false });
});

test("a resolved alert has its name alone, and tests and unreadable deliveries keep their titles", () => {
  const title = 'Alert for "p95 (ms)" in "API" - 1200 falls below 2000';
  expect(readableTitle(eventOf({ title, value: "1200", threshold: "2000" }), true).title).toBe("p95");
  expect(readableTitle(eventOf({ title, isTest: true })).title).toBe(title);
  expect(readableTitle(eventOf({ title, isUnreadable: true })).title).toBe(title);
});

test("only a line with the same value and limit repeats the title", () => {
  const event = eventOf({ title: 'Alert for "Errors" - 12 lines found', value: "12", threshold: "5" });
  expect(isOfMeasure("12 lines found, which meets or exceeds the threshold of 5 lines", event)).toBe(true);
  expect(isOfMeasure("12 lines found, expected less than 5 lines", event)).toBe(true);
  expect(isOfMeasure("13 lines found, expected less than 5 lines", event)).toBe(false);
  expect(isOfMeasure("12 lines found, expected less than 6 lines", event)).toBe(false);
});
