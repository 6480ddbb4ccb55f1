import { expect, test } from "vitest";
import { againstIn, parseTwoRanges } from "../../../src/lib/period/two-ranges.ts";

// A Friday.
const today = new Date("2026-11-20T10:00:00Z");

test.each([
  ["october", "september", "2026-10-01 2026-10-31 vs 2026-09-01 2026-09-30"],
  ["september", "october", "2026-09-01 2026-09-30 vs 2026-10-01 2026-10-31"],
  ["q3", "q2", "2026-07-01 2026-09-30 vs 2026-04-01 2026-06-30"],
  ["1 to 15 october", "1 to 10 september", "2026-10-01 2026-10-15 vs 2026-09-01 2026-09-10"],
  ["october", "october 2025", "2026-10-01 2026-10-31 vs 2025-10-01 2025-10-31"],
  ["october", "2025", "2026-10-01 2026-10-31 vs 2025-01-01 2025-12-31"],
  ["last 7 days", "october", "2026-11-13 2026-11-19 vs 2026-10-01 2026-10-31"],
  // Today isn't over, so it is on neither side.
  ["this month", "last month", "2026-11-01 2026-11-19 vs 2026-10-01 2026-10-31"],
  ["last month", "this month", "2026-10-01 2026-10-31 vs 2026-11-01 2026-11-19"],
  ["since 1 november", "october", "2026-11-01 2026-11-19 vs 2026-10-01 2026-10-31"],
  ["last week", "the week before", "2026-11-09 2026-11-15 vs 2026-11-02 2026-11-08"],
  ["this month", "the month before", "2026-11-01 2026-11-19 vs 2026-10-01 2026-10-31"],
  ["last 7 days", "the week before", "2026-11-13 2026-11-19 vs 2026-11-06 2026-11-12"],
  ["1 to 10 october", "the days before", "2026-10-01 2026-10-10 vs 2026-09-21 2026-09-30"],
  ["yesterday", "the day before", "2026-11-19 2026-11-19 vs 2026-11-18 2026-11-18"],
  ["october", "a year ago", "2026-10-01 2026-10-31 vs 2025-10-01 2025-10-31"],
  ["february 2024", "a year earlier", "2024-02-01 2024-02-29 vs 2023-02-01 2023-02-28"],
  ["february 2025", "one year before", "2025-02-01 2025-02-28 vs 2024-02-01 2024-02-29"],
  ["1 to 15 october", "the year before", "2026-10-01 2026-10-15 vs 2025-10-01 2025-10-15"],
])("“%s vs %s” are these days", (words, others, days) => {
  const { range, against } = parseTwoRanges(words, others, today);
  expect(`${range.from} ${range.to} vs ${against.from} ${against.to}`).toBe(days);
  expect(range.previous).toEqual({ from: against.from, to: against.to });
  // Buttons ask for the same days later.
  const later = new Date("2027-03-01T10:00:00Z");
  const again = parseTwoRanges(range.words, against.words, later);
  expect(`${again.range.from} ${again.range.to} vs ${again.against.from} ${again.against.to}`).toBe(days);
});

test.each([
  ["today", "yesterday", "Today isn't over yet"],
  ["yesterday", "today", "Today isn't over yet"],
  ["october", "the week before", "Name both"],
  ["1 to 15 october", "the month before", "Name both"],
  ["october", "last month", "Both are October 2026."],
  ["october", "december 2026", "2026-12-01 is in the future"],
  ["october", "30 february", "isn't a real date"],
  ["octobr", "september", "Did you mean `/db costs october`?"],
])("“%s vs %s” is refused: %s", (words, others, problem) => {
  expect(() => parseTwoRanges(words, others, today)).toThrow(problem);
});

test.each([
  ["october vs september", "september"],
  ["orders october vs. last week please", "last week"],
  ["compare october with september", "september"],
  ["compare 1 to 5 october to 1 to 5 september", "1 to 5 september"],
  ["difference between october and september", "september"],
  ["compare that with september", "september"],
  ["more in october than in september", "in september"],
  ["more than last month", undefined],
  ["october to november", undefined],
  ["orders and october", undefined],
  ["compare orders with october", undefined],
  ["storage vs compute this month", undefined],
  ["us vs eu", undefined],
  ["october vs foo", ""],
  ["vs", undefined],
])("in “%s” the others are compared with %j", (sentence, days) => {
  const words = sentence.split(" ");
  const found = againstIn(words);
  expect(found && words.slice(found.second, found.to).join(" ")).toBe(days);
});
