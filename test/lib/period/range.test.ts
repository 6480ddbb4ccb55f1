import * as fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  type CostRange,
  parseCostRange,
  rangeAfter,
  rangeBefore,
  withoutRange,
  withoutTypedRange,
} from "../../../src/lib/period/range.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { type Day, addDays, addMonths, countDays, utcDay } from "../../../src/lib/day.ts";

// A Friday.
const today = new Date("2026-11-20T10:00:00Z");

function read(words: string, now = today) {
  const { from, to, previous } = parseCostRange(words, now);
  return `${from} ${to} against ${previous.from} ${previous.to}`;
}

describe("a cost range in words", () => {
  it.each([
    ["today", "2026-11-20 2026-11-20 against 2026-11-13 2026-11-13"],
    ["yesterday", "2026-11-19 2026-11-19 against 2026-11-12 2026-11-12"],
    ["the day before yesterday", "2026-11-18 2026-11-18 against 2026-11-11 2026-11-11"],
    ["last 7 days", "2026-11-13 2026-11-19 against 2026-11-06 2026-11-12"],
    ["last 1 day", "2026-11-19 2026-11-19 against 2026-11-12 2026-11-12"],
    ["last 90 days", "2026-08-22 2026-11-19 against 2026-05-24 2026-08-21"],
    ["this week", "2026-11-16 2026-11-20 against 2026-11-09 2026-11-12"],
    ["last week", "2026-11-09 2026-11-15 against 2026-11-02 2026-11-08"],
    ["last 2 weeks", "2026-11-02 2026-11-15 against 2026-10-19 2026-11-01"],
    ["week of 2 November", "2026-11-02 2026-11-08 against 2026-10-26 2026-11-01"],
    ["this month", "2026-11-01 2026-11-20 against 2026-10-01 2026-10-19"],
    ["last month", "2026-10-01 2026-10-31 against 2026-09-01 2026-09-30"],
    ["last 3 months", "2026-08-01 2026-10-31 against 2026-05-01 2026-07-31"],
    ["october", "2026-10-01 2026-10-31 against 2026-09-01 2026-09-30"],
    ["october 2025", "2025-10-01 2025-10-31 against 2025-09-01 2025-09-30"],
    ["2026-10", "2026-10-01 2026-10-31 against 2026-09-01 2026-09-30"],
    ["2026-10-01 to 2026-10-31", "2026-10-01 2026-10-31 against 2026-09-01 2026-09-30"],
    ["oct to nov", "2026-10-01 2026-11-20 against 2026-08-01 2026-09-19"],
    ["nov to jan", "2025-11-01 2026-01-31 against 2025-08-01 2025-10-31"],
    ["oct to sep", "2025-10-01 2026-09-30 against 2024-10-01 2025-09-30"],
    ["oct to jan 2026", "2025-10-01 2026-01-31 against 2025-06-01 2025-09-30"],
    ["oct 2025 to jan", "2025-10-01 2026-01-31 against 2025-06-01 2025-09-30"],
    ["this quarter", "2026-10-01 2026-11-20 against 2026-07-01 2026-08-19"],
    ["last quarter", "2026-07-01 2026-09-30 against 2026-04-01 2026-06-30"],
    ["q3", "2026-07-01 2026-09-30 against 2026-04-01 2026-06-30"],
    ["q3 2025", "2025-07-01 2025-09-30 against 2025-04-01 2025-06-30"],
    ["h1", "2026-01-01 2026-06-30 against 2025-07-01 2025-12-31"],
    ["this year", "2026-01-01 2026-11-20 against 2025-01-01 2025-11-19"],
    ["last year", "2025-01-01 2025-12-31 against 2024-01-01 2024-12-31"],
    ["2025", "2025-01-01 2025-12-31 against 2024-01-01 2024-12-31"],
    ["1 oct", "2026-10-01 2026-10-01 against 2026-09-24 2026-09-24"],
    ["30 nov", "2025-11-30 2025-11-30 against 2025-11-23 2025-11-23"],
    ["29 feb", "2024-02-29 2024-02-29 against 2024-02-22 2024-02-22"],
    ["1 oct to 5 nov", "2026-10-01 2026-11-05 against 2026-08-26 2026-09-30"],
    ["20 dec to 5 jan", "2025-12-20 2026-01-05 against 2025-12-03 2025-12-19"],
    ["monday", "2026-11-16 2026-11-16 against 2026-11-09 2026-11-09"],
    ["since last mon", "2026-11-16 2026-11-20 against 2026-11-09 2026-11-12"],
    ["last friday", "2026-11-13 2026-11-13 against 2026-11-06 2026-11-06"],
    ["since last monday", "2026-11-16 2026-11-20 against 2026-11-09 2026-11-12"],
    ["since 1 October", "2026-10-01 2026-11-20 against 2026-08-12 2026-09-30"],
    ["since october", "2026-10-01 2026-11-20 against 2026-08-12 2026-09-30"],
    ["since december", "2025-12-01 2026-11-20 against 2024-12-12 2025-11-30"],
    ["since 3 weeks ago", "2026-10-30 2026-11-20 against 2026-10-09 2026-10-29"],
    ["tuesday 3 november", "2026-11-03 2026-11-03 against 2026-10-27 2026-10-27"],
    ["2026-10-01 to 2026-10-15", "2026-10-01 2026-10-15 against 2026-09-16 2026-09-30"],
    ["2026-10-15", "2026-10-15 2026-10-15 against 2026-10-08 2026-10-08"],
    ["2012-01-01 to 2025-12-31", "2012-01-01 2025-12-31 against 1998-01-01 2011-12-31"],
  ])("reads %s", (words, expected) => {
    expect(read(words)).toBe(expected);
  });

  it("is the last 7 whole days by default", () => {
    expect(parseCostRange("  ", today)).toEqual({
      from: "2026-11-13",
      to: "2026-11-19",
      unit: "days",
      days: 7,
      label: "last 7 days",
      words: "2026-11-13 to 2026-11-19",
      compared: { from: "2026-11-13", to: "2026-11-19" },
      previous: { from: "2026-11-06", to: "2026-11-12" },
    });
  });

  it.each([
    ["this week", "2026-11-16 2026-11-19", "2026-11-09 2026-11-12"],
    ["this month", "2026-11-01 2026-11-19", "2026-10-01 2026-10-19"],
    ["since 17 nov", "2026-11-17 2026-11-19", "2026-11-10 2026-11-12"],
    ["2026-11-14 to today", "2026-11-14 2026-11-19", "2026-11-07 2026-11-12"],
    ["last week", "2026-11-09 2026-11-15", "2026-11-02 2026-11-08"],
    ["20 to 22 oct", "2026-10-20 2026-10-22", "2026-10-13 2026-10-15"],
  ])("compares the whole days of %s with the same part of the period before", (words, compared, previous) => {
    const range = parseCostRange(words, today);
    expect(`${range.compared?.from} ${range.compared?.to}`).toBe(compared);
    expect(`${range.previous.from} ${range.previous.to}`).toBe(previous);
  });

  it("compares nothing of today alone, which is not over", () => {
    expect(parseCostRange("today", today).compared).toBeUndefined();
    expect(parseCostRange("this week", new Date("2026-11-16T10:00:00Z")).compared).toBeUndefined();
  });

  it("ends today if today counts: what was done today belongs to the last 7 days", () => {
    const { range } = withoutRange([["last", "7", "days"]], today, { withToday: true });
    expect(range).toMatchObject({ from: "2026-11-14", to: "2026-11-20", label: "last 7 days" });
  });

  it.each([
    [[["orders", "last", "30", "days"]], "last 30 days", "orders"],
    [[["October", "orders"]], "October", "orders"],
    [[["last", "week"], ["orders"]], "last week", "orders"],
    // These are refused when they are read.
    [[["orders", "2026-02-30"]], "2026-02-30", "orders"],
    [[["next", "month"]], "next month", ""],
    [[["01/02/2026", "orders"]], "01/02/2026", "orders"],
    [[["test", "week"]], undefined, "test week"],
    [[[",", "orders,"]], undefined, "orders"],
  ])("is taken out as it was typed: %j", (parts, typed, left) => {
    expect(withoutTypedRange(parts)).toEqual({ ...(typed !== undefined && { typed }), left });
  });

  it("is taken out of the same words on each day", () => {
    const word = fc.constantFrom(
      ..."last|this|next|month|week|7|30|days|october|feb|29|31|2026-10-01|to|since|q3|h1|2025|2027|monday|ago|of|end|start|until|yesterday|orders|-|01/02|year".split(
        "|",
      ),
    );
    const words = fc.array(word, { minLength: 1, maxLength: 5 });
    const day = fc.date({ min: new Date("2012-01-01"), max: new Date("2039-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(words, day, (typed, now) => {
        const text = typed.join(" ");
        const isWhole = withoutTypedRange([typed]).typed === text;
        const refusal = refusalOf(() => parseCostRange(text, now));
        expect(refusal.startsWith("I don't recognize that as a date range.")).toBe(!isWhole);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["today", "day", "today so far"],
    ["2026-10-01", "day", "1 Oct 2026"],
    ["last 90 days", "days", "last 90 days"],
    ["1 to 15 october", "days", "1 to 15 Oct 2026"],
    ["last week", "week", "9 to 15 Nov 2026"],
    ["this week", "week", "this week so far"],
    ["last month", "month", "October 2026"],
    ["this month", "month", "November 2026 so far"],
    ["month to 2026-11-10", "month", "1 to 10 Nov 2026"],
    ["2026-07-01 to 2026-09-30", "quarter", "Q3 2026"],
    ["this quarter", "quarter", "Q4 2026 so far"],
    ["2025-01-01 to 2025-12-31", "year", "2025"],
    ["ytd", "year", "2026 so far"],
    ["last 3 months", "days", "August to October 2026"],
    ["nov to jan", "days", "November 2025 to January 2026"],
  ])("knows %s as %s, and calls it %s", (words, unit, label) => {
    expect(parseCostRange(words, today)).toMatchObject({ unit, label });
  });

  it("compares the end of a long month with all of a shorter one before", () => {
    expect(read("this month", new Date("2026-03-31T00:00:00Z"))).toBe(
      "2026-03-01 2026-03-31 against 2026-02-01 2026-02-28",
    );
  });

  it("counts days in UTC", () => {
    expect(read("today", new Date("2026-11-20T23:30:00-05:00"))).toBe(
      "2026-11-21 2026-11-21 against 2026-11-14 2026-11-14",
    );
  });

  it.each([
    "2026-11-14..2026-11-20",
    "2026-11-14 ... 2026-11-20",
    "2026-11-14 - 2026-11-20",
    "2026-11-14–2026-11-20",
    "2026-11-14 — 2026-11-20",
    "2026-11-14 -- 2026-11-20",
    "2026-11-14 -> 2026-11-20",
    "2026-11-14-2026-11-20",
    "2026-11-14 until 2026-11-20",
    "from 2026-11-14 till 2026-11-20",
    "between 2026-11-14 and 2026-11-20",
    "2026-11-14 2026-11-20",
    "2026/11/14 to 2026.11.20",
    "2026‑11‑14 TO 2026‑11‑20",
    "14 Nov, 2026 to today",
    "from the 14th of November until the 20th of November.",
    "14-20 Nov",
    "14. - 20. Nov. 2026",
    "November 14 to 20, 2026",
    "Nov. 14th – Nov. 20th",
    "14.11.2026 to 20.11.2026",
    "14/11/2026-20/11/2026",
    "11/14 to 11/20",
    "since 14/11",
    "14 november onwards",
  ])("forgives spelling: %j", (words) => {
    expect(read(words)).toBe("2026-11-14 2026-11-20 against 2026-11-07 2026-11-12");
  });

  it.each([
    "  LAST   7\tDays ",
    "past 7 days",
    "previous seven days",
    "for the last 7 days",
    "7 days",
    "7d",
    "last seven days",
  ])("forgives spelling of whole days: %j", (words) => {
    expect(read(words)).toBe("2026-11-13 2026-11-19 against 2026-11-06 2026-11-12");
  });

  it("ends today if its end is in the future", () => {
    expect(parseCostRange("2026-11-05 to 2026-11-30", today)).toMatchObject({
      to: "2026-11-20",
      days: 16,
      label: "5 to 20 Nov 2026",
    });
  });
});

describe("a cost range on a machine of any zone", () => {
  const { TZ } = process.env;

  afterEach(() => {
    // Without a zone, the machine would stay in the last one.
    process.env["TZ"] = TZ ?? "UTC";
  });

  it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Sao_Paulo", "Asia/Kolkata"])(
    "is in UTC: %s",
    (zone) => {
      process.env["TZ"] = zone;
      expect(today.getTimezoneOffset()).not.toBe(0);
      const late = new Date("2026-11-20T23:30:00Z");
      const early = new Date("2026-11-20T00:30:00Z");
      expect(
        ["3 weeks ago", "since 2 days ago", "tuesday 3 november", "since monday", "october"].map((words) =>
          read(words, late),
        ),
      ).toEqual([
        "2026-10-30 2026-10-30 against 2026-10-23 2026-10-23",
        "2026-11-18 2026-11-20 against 2026-11-11 2026-11-12",
        "2026-11-03 2026-11-03 against 2026-10-27 2026-10-27",
        "2026-11-16 2026-11-20 against 2026-11-09 2026-11-12",
        "2026-10-01 2026-10-31 against 2026-09-01 2026-09-30",
      ]);
      expect(read("2 days ago", early)).toBe(read("2 days ago", late));
    },
  );
});

const someWords = fc.oneof(
  fc.constantFrom(
    ...(
      "this week|last month|this quarter|this year|last year|october|q2|h2|feb to mar|oct to nov|" +
      "since last monday|since 15 march|1 jan to 3 feb|dec to jan|29 feb|tuesday|week of 1 june|" +
      "2026|2026-02|2 weeks ago|since the start of the year|mtd|last 2 quarters|last 2 years|" +
      "today|yesterday|last week|last 5 days|last quarter"
    ).split("|"),
  ),
  fc
    .tuple(fc.integer({ min: 1, max: 500 }), fc.constantFrom("days", "d"))
    .map(([count, unit]) => `last ${count} ${unit}`),
  fc
    .tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom("weeks", "months"))
    .map(([count, unit]) => `last ${count} ${unit}`),
);
const anyDay = fc
  .date({ min: new Date("2027-03-01"), max: new Date("2040-01-01"), noInvalidDate: true })
  .map(utcDay);

describe("any cost range", () => {
  it("ends today at the latest, and the range before it ends before it begins", () => {
    fc.assert(
      fc.property(someWords, anyDay, (words, day) => {
        const { from, to, days, previous } = parseCostRange(words, new Date(day));
        expect(to <= day).toBe(true);
        expect(countDays(from, to)).toBe(days);
        expect(days).toBeGreaterThanOrEqual(1);
        expect(countDays(previous.from, previous.to)).toBeGreaterThanOrEqual(1);
        expect(previous.to < from).toBe(true);
      }),
    );
  });

  it("has words that mean the same days on any later day", () => {
    fc.assert(
      fc.property(someWords, anyDay, fc.integer({ min: 0, max: 1000 }), (words, day, later) => {
        const range = parseCostRange(words, new Date(day));
        const readBack = parseCostRange(range.words, new Date(addDays(day, later)));
        expect(inDays(readBack)).toEqual(inDays(range));
        // Today is compared only when it is over.
        const { compared, previous } = range.to < day ? range : readBack;
        expect(readBack).toMatchObject({ compared, previous });
      }),
    );
  });

  it("stays the same after a whole range back and forth, or forth and back", () => {
    fc.assert(
      fc.property(someWords, anyDay, (words, day) => {
        const range = rangeBefore(parseCostRange(words, new Date(day)));
        const later = new Date(addDays(day, 3000));
        const after = rangeAfter(range, later);
        expect(after && daysOf(rangeBefore(after))).toBe(daysOf(range));
        expect(daysOf(rangeAfter(rangeBefore(range), later))).toBe(daysOf(range));
        expect(after?.from).toBe(addDays(range.to, 1));
        expect(daysOf(parseCostRange(range.words, later))).toBe(daysOf(range));
      }),
    );
  });

  it("covers what its name says on every day of a year", () => {
    for (let day = "2027-01-01"; day < "2028-03-02"; day = addDays(day, 1)) {
      const month = `${day.slice(0, 7)}-01`;
      const quarter = addMonths(
        `${day.slice(0, 4)}-01-01`,
        Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3,
      );
      const year = `${day.slice(0, 4)}-01-01`;
      const monday = addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
      expect(on(day, "this week", "last week")).toEqual([
        [monday, day],
        [addDays(monday, -7), addDays(monday, -1)],
      ]);
      expect(on(day, "this month", "last month", "last 3 months")).toEqual([
        [month, day],
        [addMonths(month, -1), addDays(month, -1)],
        [addMonths(month, -3), addDays(month, -1)],
      ]);
      expect(on(day, "this quarter", "last quarter", "this year", "last year")).toEqual([
        [quarter, day],
        [addMonths(quarter, -3), addDays(quarter, -1)],
        [year, day],
        [addMonths(year, -12), addDays(year, -1)],
      ]);
      expect(on(day, "today", "yesterday", "last 7 days", "since yesterday")).toEqual([
        [day, day],
        [addDays(day, -1), addDays(day, -1)],
        [addDays(day, -7), addDays(day, -1)],
        [addDays(day, -1), day],
      ]);
    }
  });

  it("is the latest that has begun if it names no year, on every day of a year", () => {
    for (let day = "2027-01-01"; day < "2028-03-02"; day = addDays(day, 1)) {
      for (const words of ["february", "october", "q2", "9 may", "monday"]) {
        const { from, to } = parseCostRange(words, new Date(day));
        const next = words === "monday" ? addDays(from, 7) : addMonths(from, 12);
        expect(from <= day && next > day).toBe(true);
        expect(to <= day).toBe(true);
      }
    }
  });
});

function inDays({ from, to, unit, months, words }: CostRange): object {
  return { from, to, unit, months, words };
}

function daysOf(range: CostRange | undefined): string {
  return range ? `${range.from} ${range.to} ${range.unit}` : "not begun";
}

function on(day: Day, ...names: string[]): Day[][] {
  return names.map((name) => {
    const { from, to } = parseCostRange(name, new Date(`${day}T23:59:59Z`));
    return [from, to];
  });
}

describe("the range before and the range after", () => {
  it.each([
    ["october", "September 2026", "November 2026 so far"],
    ["this month", "October 2026", undefined],
    ["last 7 days", "6 to 12 Nov 2026", "today so far"],
    ["2026-11-10 to 2026-11-16", "3 to 9 Nov 2026", "17 to 20 Nov 2026"],
    ["yesterday", "18 Nov 2026", "today so far"],
    ["last week", "2 to 8 Nov 2026", "this week so far"],
    ["this week", "9 to 15 Nov 2026", undefined],
    ["last quarter", "Q2 2026", "Q4 2026 so far"],
    ["last year", "2024", "2026 so far"],
    ["july to september 2025", "Q2 2025", "Q4 2025"],
    ["june to september", "February to May 2026", "October to November 2026 so far"],
    ["march 2024", "February 2024", "April 2024"],
  ])("of %s are %s and %s", (words, before, after) => {
    const range = parseCostRange(words, today);
    expect(rangeBefore(range).label).toBe(before);
    expect(rangeAfter(range, today)?.label).toBe(after);
  });
});

describe("words that are not a cost range", () => {
  it.each([
    ["last 0 days", "Enter at least 1 day."],
    ["last 24 hours", "Costs are per day, not per hour."],
    ["2026-02-30", "2026-02-30 isn't a real date."],
    ["31 november", "31 November isn't a real date."],
    ["30/2/2026", "30 February 2026 isn't a real date."],
    ["2026-10-01 to 2026-13-01", "2026-13-01 isn't a real date."],
    ["2026-12-01 to 2026-12-05", "2026-12-01 is in the future: today is 2026-11-20 in UTC."],
    ["next week", "2026-11-23 is in the future: today is 2026-11-20 in UTC."],
    ["since tomorrow", "2026-11-21 is in the future: today is 2026-11-20 in UTC."],
    ["2009", "That starts before 2010-01-01, the first day I can look up."],
    ["last 99999999999999999999 days", "That starts before 2010-01-01, the first day I can look up."],
    ["last 9999 years", "That starts before 2010-01-01, the first day I can look up."],
    ["as much as a car", "I don't recognize that as a date range."],
    ["2026-10-01 to", "I don't recognize that as a date range."],
    ["oct and nov", "I don't recognize that as a date range."],
    ["<!channel>", "I don't recognize that as a date range."],
    ["__proto__", "I don't recognize that as a date range."],
    ["constructor", "I don't recognize that as a date range."],
    ["x".repeat(5000), "I don't recognize that as a date range."],
  ])("are refused with an example: %.40s", (words, problem) => {
    expect(refusal(words)).toEqual({
      kind: "user",
      message: `${problem} Try \`/db costs last 7 days\` or \`/db costs 2026-10-01 to 2026-10-15\`.`,
    });
  });

  it.each([
    [
      "2026-10-15 to 2026-10-01",
      "2026-10-01 is before 2026-10-15. Put the earlier day first: `/db costs 2026-10-01 to 2026-10-15`.",
    ],
    [
      "5 nov to 1 oct",
      "2026-10-01 is before 2026-11-05. Put the earlier day first: `/db costs 2026-10-01 to 2026-11-05`.",
    ],
    [
      "q3 2026 to q1 2026",
      "2026-03-31 is before 2026-07-01. Put the earlier day first: `/db costs 2026-01-01 to 2026-09-30`.",
    ],
    ["15 to 1 october", "1 is before 15. Put the earlier day first: `/db costs 1 to 15 october`."],
  ])("are refused with the ends in the right order if they are the wrong way round: %s", (words, message) => {
    expect(refusal(words).message).toBe(message);
  });

  it.each([
    ["01/02/2026", "`/db costs 1 February 2026` or `/db costs 2 January 2026`"],
    ["since 3-4-2026", "`/db costs since 3 April 2026` or `/db costs since 4 March 2026`"],
    ["1/2 to 3/2", "`/db costs 1 February to 3 February` or `/db costs 2 January to 2 March`"],
  ])("are refused with both readings if a date is ambiguous: %s", (words, readings) => {
    expect(refusal(words).message).toBe(`That could be two different dates. Try ${readings}.`);
  });

  it.each([
    ["lats month", "last month"],
    ["last mnth", "last month"],
    ["last october", "october"],
    ["octobr", "october"],
    ["this yaer", "this year"],
  ])("are refused with the nearest range: %s", (words, near) => {
    expect(refusal(words).message).toBe(
      `I don't recognize that as a date range. Did you mean \`/db costs ${near}\`?`,
    );
  });

  it("are always refused as a `user` problem, whatever is typed", () => {
    const part = fc.constantFrom(
      ...(
        "last|since|from|to|-|..|of|week|month|q3|oct|may|31|0|2026|9999|30/2|days|ago|end of|" +
        "monday|now|'25|2026-02-30|h2|by|next|1st|sept."
      ).split("|"),
    );
    const words = fc.oneof(
      fc.string(),
      fc.stringMatching(/^(last |from )?[\d\-./ ]{0,12}( to |\.\.)?[\d-]{0,10}( days)?$/),
      fc.array(part, { maxLength: 7 }).map((parts) => parts.join(" ")),
    );
    fc.assert(
      fc.property(words, (text) => {
        const outcome = rangeOrRefusal(text);
        expect(outcome instanceof AppError ? outcome.kind : outcome.days >= 1).toBeOneOf(["user", true]);
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

/** Why something is refused, or nothing. */
function refusalOf(read: () => unknown): string {
  try {
    read();
    return "";
  } catch (error) {
    return error instanceof AppError ? error.message : String(error);
  }
}
