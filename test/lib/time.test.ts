import { describe, expect, it, test } from "vitest";
import { formatAgo, localDay, localTime, parseTime, utcTime } from "../../src/lib/time.ts";
import { humanDuration } from "../../src/lib/duration.ts";
import { TZDate } from "@date-fns/tz/date";

describe("humanDuration", () => {
  it.each([
    [0, "0 s"],
    [0.2, "under 1 s"],
    [1, "1 s"],
    [59.9, "59 s"],
    [60, "1 min"],
    [458, "7 min 38 s"],
    [3600, "1 h"],
    [3599.9, "59 min 59 s"],
    [7384, "2 h 3 min"],
    [90_000, "1 d 1 h"],
    [86_400 * 1500, "1,500 d"],
  ])("says %d seconds as %s", (seconds, words) => {
    expect(humanDuration(seconds)).toBe(words);
  });
});

describe("agoInWords", () => {
  const now = new Date("2026-11-20T10:00:00Z");

  it("says how far back a time lies", () => {
    expect(formatAgo(new Date("2026-11-20T02:00:00Z"), now)).toBe("8 hours ago");
  });

  it("says how far ahead a time lies", () => {
    expect(formatAgo(new Date("2026-11-20T10:10:00Z"), now)).toBe("in 10 minutes");
  });
});

describe("parseTime", () => {
  it("reads ISO 8601", () => {
    expect(parseTime("2026-11-03T02:00:03Z")?.getTime()).toBe(Date.UTC(2026, 10, 3, 2, 0, 3));
  });

  it.each([undefined, "", "soon", "2026-99-99T00:00:00Z"])("returns undefined for %j", (text) => {
    expect(parseTime(text)).toBeUndefined();
  });
});

describe("utcTime", () => {
  it("names the zone", () => {
    expect(utcTime(new Date("2026-11-03T02:00:03+02:00"))).toBe("2026-11-03 00:00 UTC");
  });
});

const shown = (day: string, at: string, zone: string) => localTime(day, at, zone).toISOString();

test.each([
  ["2026-11-20", "09:00", "UTC", "2026-11-20T09:00:00.000Z"],
  ["2026-11-20", "09:00", "Europe/Berlin", "2026-11-20T08:00:00.000Z"],
  ["2026-07-20", "09:00", "Europe/Berlin", "2026-07-20T07:00:00.000Z"],
  ["2026-11-20", "00:15", "Pacific/Auckland", "2026-11-19T11:15:00.000Z"],
  ["2026-11-20", "23:45", "Pacific/Honolulu", "2026-11-21T09:45:00.000Z"],
  ["2026-11-20", "09:00", "Asia/Kolkata", "2026-11-20T03:30:00.000Z"],
  ["2026-11-20", "09:00", "-03:30", "2026-11-20T12:30:00.000Z"],
])("%s %s in %s is %s", (day, at, zone, time) => {
  expect(shown(day, at, zone)).toBe(time);
});

test.each([
  ["2026-03-29", "02:30", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
  ["2026-03-29", "02:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
  ["2026-03-29", "03:00", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
  ["2026-03-08", "02:59", "America/New_York", "2026-03-08T07:00:00.000Z"],
  ["2026-10-04", "02:10", "Australia/Lord_Howe", "2026-10-03T15:30:00.000Z"],
  ["2011-12-30", "09:00", "Pacific/Apia", "2011-12-30T10:00:00.000Z"],
])("%s %s, which clocks in %s leave out, is the moment they are put forward: %s", (day, at, zone, time) => {
  expect(shown(day, at, zone)).toBe(time);
});

test.each([
  ["2026-10-25", "02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
  ["2026-10-25", "02:00", "Europe/Berlin", "2026-10-25T00:00:00.000Z"],
  ["2026-10-25", "03:00", "Europe/Berlin", "2026-10-25T02:00:00.000Z"],
  ["2026-11-01", "01:15", "America/New_York", "2026-11-01T05:15:00.000Z"],
])("%s %s, which clocks in %s show twice, is the first of the two: %s", (day, at, zone, time) => {
  expect(shown(day, at, zone)).toBe(time);
});

test("the day is the one that a zone's calendar shows", () => {
  const time = new Date("2026-11-20T11:30:00Z");
  expect(localDay(time, "UTC")).toBe("2026-11-20");
  expect(localDay(time, "Pacific/Auckland")).toBe("2026-11-21");
  expect(localDay(new Date("2026-11-20T07:30:00Z"), "America/Los_Angeles")).toBe("2026-11-19");
});

// The reason for our own: as long as this test passes, `TZDate` does not keep the rules above.
test("TZDate takes the second time of two in one zone and the first in another", () => {
  const { TZ } = process.env;
  process.env["TZ"] = "UTC";
  try {
    const berlin = new TZDate(2026, 9, 25, 2, 30, "Europe/Berlin");
    const newYork = new TZDate(2026, 10, 1, 1, 15, "America/New_York");
    expect(berlin.getTime()).toBe(Date.parse("2026-10-25T01:30:00Z"));
    expect(newYork.getTime()).toBe(Date.parse("2026-11-01T05:15:00Z"));
    const leftOut = new TZDate(2026, 2, 29, 2, 30, "Europe/Berlin");
    expect(leftOut.getTime()).toBe(Date.parse("2026-03-29T01:30:00Z"));
  } finally {
    process.env["TZ"] = TZ ?? "UTC";
  }
});
