import { expect, test } from "vitest";
import { read } from "../../ask/reading.ts";

/** Days as people say them on 25 November 2026, and as a command has them. */
test.each([
  ["late october", "21 to 31 october"],
  ["the second half of october", "16 to 31 october"],
  ["the last week of october", "25 to 31 october"],
  ["the second week of november", "8 to 14 november"],
  ["the first 10 days of november", "1 to 10 november"],
  ["the month of october", "october"],
  ["october this year", "october 2026"],
  ["the third quarter", "q3"],
  ["the first half of 2026", "h1 2026"],
  ["week 45", "2026-11-02 to 2026-11-08"],
  ["cw 45", "2026-11-02 to 2026-11-08"],
  ["the trailing 30 days", "last 30 days"],
  ["the prior month", "last month"],
  ["the last 48 hours", "last 2 days"],
  ["the last 3mo", "last 3 months"],
  ["last mo", "last month"],
  ["the last 7days", "last 7 days"],
  ["mon to wed", "monday to wednesday"],
  ["the 2nd to the 8th", "2nd to 8 november"],
  ["3.11. to 9.11.", "3 november to 9 november"],
  ["01.11.-15.11.", "01 november to 15 november"],
  ["a week ago", "1 week ago"],
  ["qtd", "this quarter"],
])("the costs of “%s” are those of “%s”", (said, days) => {
  const { meanings, isClear, leftOut } = read(`costs of ${said}`);
  expect([meanings[0]?.line, isClear, leftOut]).toEqual([`costs ${days}`, true, undefined]);
});

test.each([
  ["the cost report to me every working day", "costs schedule to me weekdays"],
  ["i'd like to receive the cost report on business days", "costs schedule on weekdays"],
  ["sandbox ml shouldn't expire anymore", 'services expires "sandbox ml" never'],
  ["silence disk full for 90 minutes", 'alerts snooze "disk full" 90 minutes'],
])("“%s” needs no other words for days, times and ends", (said, line) => {
  expect(read(said).meanings[0]?.line).toBe(line);
  expect(read(said).leftOut).toBeUndefined();
});

test("who is on call next weekend isn't known, and the answer says so", () => {
  expect(read("who is on call next weekend").leftOut).toEqual(["weekend"]);
});
