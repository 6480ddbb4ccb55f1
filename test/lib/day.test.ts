import { afterEach, describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  countDays,
  dayOf,
  daysFrom,
  daysInRuns,
  endOf,
  humanDays,
  startOf,
  utcDay,
  weekdayOf,
} from "../../src/lib/day.ts";

describe("utcDay", () => {
  it("is the day in UTC, whatever the zone of the text was", () => {
    expect(utcDay(new Date("2026-11-20T00:30:00+02:00"))).toBe("2026-11-19");
  });
});

describe("dayOf", () => {
  it.each([
    [2026, 2, 28, "2026-02-28"],
    [2028, 2, 29, "2028-02-29"],
    [2026, 2, 29, undefined],
    [2026, 2, 30, undefined],
    [2026, 13, 1, undefined],
    [2026, 0, 1, undefined],
    [2026, 4, 31, undefined],
    [2026, 1, 0, undefined],
  ])("reads %d-%d-%d as %s", (year, month, day, expected) => {
    expect(dayOf(year, month, day)).toBe(expected);
  });
});

describe("addDays and countDays", () => {
  it("cross months, leap days and changes of the clock", () => {
    expect(addDays("2028-02-28", 2)).toBe("2028-03-01");
    expect(addDays("2026-03-29", 1)).toBe("2026-03-30");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
  });

  it("count both ends", () => {
    expect(countDays("2026-11-20", "2026-11-20")).toBe(1);
    expect(countDays("2026-10-01", "2026-10-31")).toBe(31);
    expect(countDays("2026-10-02", "2026-10-01")).toBe(0);
  });
});

describe("addMonths and endOf", () => {
  it.each([
    ["2026-11-20", -1, "2026-10-20"],
    ["2026-11-20", 14, "2028-01-20"],
    ["2026-03-31", -1, "2026-02-28"],
    ["2026-03-31", 11, "2027-02-28"],
    ["2027-03-31", 11, "2028-02-29"],
    ["2026-01-31", -12, "2025-01-31"],
  ])("take %s by %d months to %s", (day, count, expected) => {
    expect(addMonths(day, count)).toBe(expected);
  });

  it.each([
    ["2026-11-20", "2026-11-30"],
    ["2026-12-31", "2026-12-31"],
    ["2028-02-01", "2028-02-29"],
  ])("find the end of the month of %s", (day, last) => {
    expect(endOf("month", day)).toBe(last);
  });
});

describe("startOf and endOf", () => {
  it("find the first day of the month", () => {
    expect(startOf("month", "2026-11-20")).toBe("2026-11-01");
  });

  it.each([
    ["2026-11-16", "2026-11-16"],
    ["2026-11-20", "2026-11-16"],
    ["2026-11-22", "2026-11-16"],
  ])("find the Monday of %s", (day, monday) => {
    expect(startOf("week", day)).toBe(monday);
  });

  it.each([
    ["week", "2026-11-16", "2026-11-22"],
    ["month", "2026-11-01", "2026-11-30"],
    ["quarter", "2026-10-01", "2026-12-31"],
    ["year", "2026-01-01", "2026-12-31"],
  ] as const)("find the %s around a day", (unit, first, last) => {
    expect([startOf(unit, "2026-11-20"), endOf(unit, "2026-11-20")]).toEqual([first, last]);
  });
});

describe("humanDays", () => {
  it.each([
    ["2026-11-20", "2026-11-20", "20 Nov 2026"],
    ["2026-11-14", "2026-11-20", "14 to 20 Nov 2026"],
    ["2026-10-28", "2026-11-03", "28 Oct to 3 Nov 2026"],
    ["2025-12-28", "2026-01-03", "28 Dec 2025 to 3 Jan 2026"],
  ])("says %s to %s as %s", (from, to, words) => {
    expect(humanDays(from, to)).toBe(words);
  });
});

describe("daysInRuns", () => {
  it.each([
    [[], ""],
    [["2026-11-20"], "20 Nov"],
    [["2026-11-19", "2026-11-20"], "19 and 20 Nov"],
    [["2026-11-18", "2026-11-19", "2026-11-20"], "18 to 20 Nov"],
    [["2026-10-31", "2026-11-01", "2026-11-05"], "31 Oct and 1 Nov, 5 Nov"],
  ])("says %j as %j", (days, words) => {
    expect(daysInRuns(days)).toBe(words);
  });
});

describe("days on a machine of any zone", () => {
  const { TZ } = process.env;

  afterEach(() => {
    // Without a zone, the machine would stay in the last one.
    process.env["TZ"] = TZ ?? "UTC";
  });

  // Apia left out 30 December 2011, and São Paulo put its clocks forward at midnight.
  it.each(["Pacific/Apia", "America/Sao_Paulo", "Pacific/Kiritimati"])("are those of UTC: %s", (zone) => {
    process.env["TZ"] = zone;
    expect(addDays("2011-12-29", 1)).toBe("2011-12-30");
    expect(countDays("2011-12-29", "2011-12-31")).toBe(3);
    expect(daysFrom("2018-11-03", "2018-11-05")).toEqual(["2018-11-03", "2018-11-04", "2018-11-05"]);
    expect(startOf("week", "2018-11-04")).toBe("2018-10-29");
    expect(endOf("month", "2011-12-30")).toBe("2011-12-31");
    expect(weekdayOf("2011-12-30")).toBe("Friday");
    expect(humanDays("2011-12-30", "2011-12-30")).toBe("30 Dec 2011");
    expect(dayOf(2011, 12, 30)).toBe("2011-12-30");
  });
});
