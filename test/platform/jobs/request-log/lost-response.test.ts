import { expect, test } from "vitest";
import { readAgainInMs, showsByMs } from "../../../../src/platform/jobs/request-log/send-once.ts";

const lostAt = "2026-11-20T10:00:00.000Z";

test.each([
  ["a minute after the answer was lost", { answered: false, settleMs: 60_000 }, 60_000],
  ["5 s after the server itself said that it failed", { answered: true, settleMs: 60_000 }, 5_000],
  ["when the operators' limit is over, if that is sooner", { answered: true, settleMs: 1_000 }, 1_000],
])("a thing that is not in the list %s will not appear", (_, { answered, settleMs }, afterMs) => {
  expect(showsByMs({ lostAt, answered }, { settleMs })).toBe(Date.parse(lostAt) + afterMs);
});

test.each([
  ["after a second at first", 0, 60_000, 1_000],
  ["after as long as it has been lost", 20_000, 40_000, 20_000],
  ["once more when the time is over", 50_000, 10_000, 10_000],
  ["after a second when the time is over", 60_000, 0, 1_000],
])("the list is read again %s", (_, ageMs, remainingMs, inMs) => {
  expect(readAgainInMs({ lostAt }, new Date(Date.parse(lostAt) + ageMs), remainingMs)).toBe(inMs);
});
