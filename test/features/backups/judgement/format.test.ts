import { expect, test } from "vitest";
import { ageAsTyped, formatAge, parseMaxAge } from "../../../../src/features/backups/judgement/format.ts";
import { ageOutOfRange, badAge } from "../../../../src/features/backups/texts.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { hourMs } from "../../../../src/lib/duration.ts";

test.each([
  ["26h", 26, "26 hours", "26h"],
  ["26 h", 26, "26 hours", "26h"],
  ["2d", 48, "2 days", "2d"],
  ["1 day", 24, "1 day", "1d"],
  ["90 min", 1.5, "90 minutes", "90min"],
  ["1.5 Hours", 1.5, "90 minutes", "90min"],
  ["60m", 1, "1 hour", "1h"],
  ["2 weeks", 336, "14 days", "14d"],
  ["90d", 90 * 24, "90 days", "90d"],
])("%s is an age, and its formatted text reads back the same", (words, hours, inWords, typed) => {
  const ms = parseMaxAge(words);
  expect([ms, formatAge(ms), ageAsTyped(ms)]).toEqual([hours * hourMs, inWords, typed]);
  expect(parseMaxAge(ageAsTyped(ms))).toBe(ms);
});

test.each([
  ["", badAge("")],
  ["banana", badAge("banana")],
  ["26", badAge("26")],
  ["-3h", badAge("-3h")],
  ["26 hectares", badAge("26 hectares")],
  ["59 min", ageOutOfRange],
  ["91d", ageOutOfRange],
  ["0h", ageOutOfRange],
])("%j is refused as an age", (words, problem) => {
  expect(() => parseMaxAge(words)).toThrow(AppError);
  expect(() => parseMaxAge(words)).toThrow(problem);
});
