import { expect, test } from "vitest";
import { momentOf, readSnoozeTime } from "../../../../src/features/alerts/actions/snooze-time.ts";

// A Saturday, 13:10 in Berlin.
const now = new Date("2026-11-21T12:10:00Z");

function moment(words: string): string | undefined {
  const time = readSnoozeTime(words);
  return time && momentOf(time, now, "Europe/Berlin")?.toISOString();
}

test.each([
  ["an hour", "2026-11-21T13:10:00.000Z"],
  ["for half an hour", "2026-11-21T12:40:00.000Z"],
  ["half an hr", "2026-11-21T12:40:00.000Z"],
  ["half a day", "2026-11-22T00:10:00.000Z"],
  ["two hours and 30 minutes", "2026-11-21T14:40:00.000Z"],
  ["till noon", "2026-11-22T11:00:00.000Z"],
  ["until this evening", undefined],
  ["until the evening", "2026-11-21T17:00:00.000Z"],
  ["tomorrow morning", "2026-11-22T08:00:00.000Z"],
  ["until monday in the afternoon", "2026-11-23T13:00:00.000Z"],
  ["90 min", "2026-11-21T13:40:00.000Z"],
  ["for 2 hours", "2026-11-21T14:10:00.000Z"],
  ["1h30m", "2026-11-21T13:40:00.000Z"],
  ["1 hour and 30 minutes", "2026-11-21T13:40:00.000Z"],
  ["1.5 h", "2026-11-21T13:40:00.000Z"],
  ["2 d", "2026-11-23T12:10:00.000Z"],
  ["1 week", "2026-11-28T12:10:00.000Z"],
  ["18:30", "2026-11-21T17:30:00.000Z"],
  ["13:10", "2026-11-22T12:10:00.000Z"],
  ["13:11", "2026-11-21T12:11:00.000Z"],
  ["until 9:00", "2026-11-22T08:00:00.000Z"],
  ["at 6 pm", "2026-11-21T17:00:00.000Z"],
  ["12am", "2026-11-21T23:00:00.000Z"],
  ["today 18.30", "2026-11-21T17:30:00.000Z"],
  ["Tomorrow", "2026-11-22T08:00:00.000Z"],
  ["tomorrow at 14:00", "2026-11-22T13:00:00.000Z"],
  ["monday", "2026-11-23T08:00:00.000Z"],
  ["sat 9:00", "2026-11-28T08:00:00.000Z"],
  ["2026-11-24", "2026-11-24T08:00:00.000Z"],
  ["2026-11-24 14:00", "2026-11-24T13:00:00.000Z"],
  ["2026-11-24T14:00", "2026-11-24T13:00:00.000Z"],
])("“%s” is %s", (words, expected) => {
  expect(moment(words)).toBe(expected);
});

test.each([
  "",
  "soon",
  "2",
  "2 parsecs",
  "24:00",
  "25:00",
  "9:60",
  "9:75",
  "13 pm",
  "2026-02-30",
  "tomorrow tomorrow",
  "h",
])("“%s” is not a time to snooze until", (words) => {
  expect(moment(words)).toBeUndefined();
});
