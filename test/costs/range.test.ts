import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CostRange, parseCostRange } from "../../src/costs/range.ts";
import { AppError } from "../../src/errors.ts";
import { addDays, countDays, utcDay } from "../../src/lib/day.ts";

// A Friday.
const today = new Date("2026-11-20T10:00:00Z");

function read(words: string, now = today) {
  const { from, to, previous } = parseCostRange(words, now);
  return `${from} ${to} against ${previous.from} ${previous.to}`;
}

describe("a cost range in words", () => {
  it.each([
    ["today", "2026-11-20 2026-11-20 against 2026-11-19 2026-11-19"],
    ["yesterday", "2026-11-19 2026-11-19 against 2026-11-18 2026-11-18"],
    ["last 7 days", "2026-11-14 2026-11-20 against 2026-11-07 2026-11-13"],
    ["last 1 day", "2026-11-20 2026-11-20 against 2026-11-19 2026-11-19"],
    ["last 31 days", "2026-10-21 2026-11-20 against 2026-09-20 2026-10-20"],
    ["this week", "2026-11-16 2026-11-20 against 2026-11-09 2026-11-13"],
    ["last week", "2026-11-09 2026-11-15 against 2026-11-02 2026-11-08"],
    ["this month", "2026-11-01 2026-11-20 against 2026-10-01 2026-10-20"],
    ["last month", "2026-10-01 2026-10-31 against 2026-09-01 2026-09-30"],
    ["2026-10-01 to 2026-10-15", "2026-10-01 2026-10-15 against 2026-09-16 2026-09-30"],
    ["2026-10-15", "2026-10-15 2026-10-15 against 2026-10-14 2026-10-14"],
  ])("reads %s", (words, expected) => {
    expect(read(words)).toBe(expected);
  });

  it("is the last 7 days when nothing is said", () => {
    expect(parseCostRange("  ", today)).toEqual({
      from: "2026-11-14",
      to: "2026-11-20",
      days: 7,
      label: "last 7 days",
      previous: { from: "2026-11-07", to: "2026-11-13" },
    });
  });

  it("compares the end of a long month with all of a shorter one before", () => {
    expect(read("this month", new Date("2026-03-31T00:00:00Z"))).toBe(
      "2026-03-01 2026-03-31 against 2026-02-01 2026-02-28",
    );
  });

  it("counts days in UTC", () => {
    expect(read("today", new Date("2026-11-20T23:30:00-05:00"))).toBe(
      "2026-11-21 2026-11-21 against 2026-11-20 2026-11-20",
    );
  });

  it.each([
    "  LAST   7\tDays ",
    "past 7 days",
    "previous 7 days",
    "the last 7 days",
    "7 days",
    "7d",
    "2026-11-14..2026-11-20",
    "2026-11-14 ... 2026-11-20",
    "2026-11-14 - 2026-11-20",
    "2026-11-14–2026-11-20",
    "2026-11-14 — 2026-11-20",
    "2026-11-14 -- 2026-11-20",
    "2026-11-14 until 2026-11-20",
    "from 2026-11-14 till 2026-11-20",
    "between 2026-11-14 and 2026-11-20",
    "2026-11-14 2026-11-20",
    "2026/11/14 to 2026.11.20",
    "2026‑11‑14 TO 2026‑11‑20",
  ])("forgives spelling: %j", (words) => {
    expect(read(words)).toBe("2026-11-14 2026-11-20 against 2026-11-07 2026-11-13");
  });

  it("ends today where its end is still to come", () => {
    expect(parseCostRange("2026-11-01 to 2026-11-30", today)).toMatchObject({
      to: "2026-11-20",
      days: 20,
      label: "1 to 20 Nov 2026",
    });
  });

  it("is never longer than 31 days nor ends after today, and neither is the one before", () => {
    const words = fc.oneof(
      fc.constantFrom("", "today", "yesterday", "this week", "last week", "this month", "last month"),
      fc.integer({ min: 1, max: 31 }).map((days) => `last ${days} days`),
    );
    const anyDay = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(words, anyDay, (text, now) => {
        const { from, to, days, previous } = parseCostRange(text, now);
        expect(to <= utcDay(now)).toBe(true);
        expect(countDays(from, to)).toBe(days);
        expect(days).toBeGreaterThanOrEqual(1);
        expect(days).toBeLessThanOrEqual(31);
        expect(countDays(previous.from, previous.to)).toBeGreaterThanOrEqual(1);
        expect(countDays(previous.from, previous.to)).toBeLessThanOrEqual(31);
        expect(previous.to < from).toBe(true);
        expect(previous.from >= addDays(from, -31)).toBe(true);
      }),
    );
  });
});

describe("what is no cost range", () => {
  it.each([
    ["last 32 days", "That is 32 days; costs come for at most 31 days at a time."],
    ["last 0 days", "At least 1 day is needed."],
    ["2026-01-01 to 2026-03-01", "That is 60 days; costs come for at most 31 days at a time."],
    ["2026-02-30", "2026-02-30 is no day in the calendar."],
    ["2026-10-01 to 2026-13-01", "2026-13-01 is no day in the calendar."],
    ["2026-12-01 to 2026-12-05", "2026-12-01 is still to come: today is 2026-11-20 in UTC."],
    ["as much as a car", "That is not a period of days I know."],
    ["2026-10-01 to", "That is not a period of days I know."],
    ["<!channel>", "That is not a period of days I know."],
    ["__proto__", "That is not a period of days I know."],
    ["constructor", "That is not a period of days I know."],
  ])("is refused with an example: %s", (words, problem) => {
    expect(refusal(words)).toEqual({
      kind: "user",
      message: `${problem} Try \`/db costs last 7 days\` or \`/db costs 2026-10-01 to 2026-10-15\`.`,
    });
  });

  it("is turned round for the person where its ends are the wrong way round", () => {
    expect(refusal("2026-10-15 to 2026-10-01").message).toBe(
      "2026-10-01 lies before 2026-10-15. Put the earlier day first: `/db costs 2026-10-01 to 2026-10-15`.",
    );
  });

  it("gets the nearest one that is", () => {
    expect(refusal("lats month").message).toBe(
      "That is not a period of days I know. Did you mean `/db costs last month`?",
    );
  });

  it("is never anything but a range or a problem of the person's, whatever is typed", () => {
    const words = fc.oneof(
      fc.string(),
      fc.stringMatching(/^(last |from )?[\d\-./ ]{0,12}( to |\.\.)?[\d-]{0,10}( days)?$/),
    );
    fc.assert(
      fc.property(words, (text) => {
        const outcome = rangeOrRefusal(text);
        expect(outcome instanceof AppError ? outcome.kind : outcome.days <= 31).toBeOneOf(["user", true]);
      }),
      { numRuns: 500 },
    );
  });
});

function refusal(words: string): { kind: string; message: string } {
  const outcome = rangeOrRefusal(words);
  if (outcome instanceof AppError) return { kind: outcome.kind, message: outcome.message };
  throw new Error(`${words} was read as a range`);
}

function rangeOrRefusal(words: string): CostRange | AppError {
  try {
    return parseCostRange(words, today);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
