import { describe, expect, it, test } from "vitest";
import { severities } from "../../../../src/features/alerts/incident/event-record.ts";
import { readOne, structured } from "./bodies.ts";

const like = (changes: object) => readOne({ ...structured, ...changes });

describe("a state", () => {
  it.each([
    [
      "firing",
      [
        "ALERT",
        "alert",
        "Alerting",
        "firing",
        "TRIGGERED",
        "active",
        "open",
        "problem",
        "down",
        "Alerting (NoData)",
      ],
    ],
    ["resolved", ["OK", "ok", "Resolved", "normal", "RECOVERED", "closed", "up", "Normal (Error)"]],
    ["unclear", ["no_data", "No Data", "pending", "error", "DISABLED", "acknowledged", "whatever", "ошибка"]],
  ])("is %s by any of its words", (state, words) => {
    for (const word of words) expect(like({ state: word })).toMatchObject({ state, stateWord: word });
  });

  it("comes from the title if the body has none, else it is unclear", () => {
    expect(like({ state: "" })).toMatchObject({ state: "firing", stateWord: undefined });
    expect(like({ state: "", title: "✅ Disk" })).toMatchObject({ state: "resolved", title: "Disk" });
    expect(like({ state: "", title: "RESOLVED - Disk" })).toMatchObject({ state: "resolved", title: "Disk" });
    expect(like({ state: "", title: "Disk" })).toMatchObject({ state: "unclear" });
    expect(like({ state: "pending", title: "🚨 Disk" })).toMatchObject({
      state: "unclear",
      stateWord: "pending",
    });
  });
});

test.each([
  ["critical", ["critical", "CRIT", "fatal", "P1", "sev-1", "SEV0", "page", "Emergency", "P1 - Urgent"]],
  ["error", ["error", "high", "P2", "major"]],
  ["warning", ["Warning", "warn", "medium", "p3", "minor"]],
  ["info", ["info", "informational", "low", "P5", "none"]],
  [undefined, ["", "blue", 3, null, {}]],
])("a severity is %s by any of its words", (severity, words) => {
  expect(severity === undefined || severities.some((known) => known === severity)).toBe(true);
  for (const word of words) expect(like({ severity: word }).severity).toBe(severity);
});

describe("a title", () => {
  it("is plain, on one line, and cut", () => {
    expect(like({ title: "🚨  O&#x27;Brien &amp;amp; co\r\n\u0000is\u001b[31m &lt;down&gt;" }).title).toBe(
      "O'Brien &amp; co is <down>",
    );
    expect(like({ title: "a".repeat(600) }).title).toBe(`${"a".repeat(499)}…`);
    expect(like({ title: "😀".repeat(400) }).title.isWellFormed()).toBe(true);
  });

  it.each([
    ['Alert for "Errors" - 12 lines found', "Errors"],
    ['Alert for "a "b" c" in "d" - 5 falls to or below 7', 'a "b" c in d'],
    ['Alert for "Errors"', "Errors"],
    ["High latency - 12 lines found", "High latency"],
    ["High latency - 2,432.5 exceeds 2000", "High latency"],
    ["CPU: 93.2%", "CPU"],
    ["CPU (value: 0.93)", "CPU"],
    ["Latency is 450 ms", "Latency"],
    ["[FIRING:2] Disk", "Disk"],
    ["[prod] Disk", "[prod] Disk"],
    ["HTTP errors: 500", "HTTP errors: 500"],
    ["Host 10", "Host 10"],
    ["Active - sessions", "Active - sessions"],
  ])("%j names the alert %j", (title, alertName) => {
    expect(like({ title }).alertName).toBe(alertName);
  });
});

describe("a body", () => {
  it("keeps its lines and loses control characters", () => {
    expect(like({ body: "\n \n a\tb\r\n\u001b[1mc\u0007 &lt;d&gt; ?x=1&copy=2\n\n" }).body).toBe(
      " a\tb\nc <d> ?x=1&copy=2",
    );
  });

  it.each([
    ['Group: "A:b"\nx', "A:b", "x"],
    ['Group: "A:"b", C:d"\nx', 'A:"b", C:d', "x"],
    ['Group: "A:O&#x27;Brien"', "A:O'Brien", ""],
    ['Group: "A:b" - The alert has been resolved.\nx', "A:b", "The alert has been resolved.\nx"],
    ['x\nGroup: "A:b"', undefined, 'x\nGroup: "A:b"'],
  ])("%j names the group %j", (body, group, rest) => {
    expect(like({ body })).toMatchObject({ group, body: rest });
  });

  it.each([
    ["2432 meets or exceeds 2000", "2432", "2000"],
    ["1.5 exceeds -0.5", "1.5", "-0.5"],
    ["3 falls below 5", "3", "5"],
    ["3 falls to or below 5", "3", "5"],
    ["5 equals 5", "5", "5"],
    ["10 does not equal 5", "10", "5"],
    ["6 falls between 5 and 7", "6", "5 to 7"],
    ["12 falls outside 5 and 7", "12", "5 to 7"],
    ["12 lines found, which meets or exceeds the threshold of 5 lines", "12", "5"],
    ["12 lines found, which falls outside the threshold of 5 and 7 lines", "12", "5 to 7"],
    ["12 lines found, expected greater than 20 lines", "12", "20"],
    ["12 lines found", "12", undefined],
    ["nothing\n```\n8 exceeds 7\n```", undefined, undefined],
  ])("%j gives value and threshold", (body, value, threshold) => {
    expect(like({ title: "Disk", body })).toMatchObject({ value, threshold });
  });

  it("wins over the title, because a name may contain a comparison", () => {
    const title = 'Alert for "5 exceeds 3" in "x" - 9 exceeds 8';
    expect(like({ title, body: "" })).toMatchObject({ value: "9", threshold: "8" });
    expect(like({ title, body: "10 exceeds 8" })).toMatchObject({ value: "10" });
  });
});
