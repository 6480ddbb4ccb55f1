import { describe, expect, it } from "vitest";
import { agoInWords, humanDuration, parseTime, utcTime } from "../../src/lib/time.ts";

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
    expect(agoInWords(new Date("2026-11-20T02:00:00Z"), now)).toBe("8 hours ago");
  });

  it("says how far ahead a time lies", () => {
    expect(agoInWords(new Date("2026-11-20T10:10:00Z"), now)).toBe("in 10 minutes");
  });
});

describe("parseTime", () => {
  it("reads ISO 8601", () => {
    expect(parseTime("2026-11-03T02:00:03Z")?.getTime()).toBe(Date.UTC(2026, 10, 3, 2, 0, 3));
  });

  it.each([undefined, "", "soon", "2026-99-99T00:00:00Z"])("answers undefined for %j", (text) => {
    expect(parseTime(text)).toBeUndefined();
  });
});

describe("utcTime", () => {
  it("names the zone", () => {
    expect(utcTime(new Date("2026-11-03T02:00:03+02:00"))).toBe("2026-11-03 00:00 UTC");
  });
});
