import { describe, expect, it } from "vitest";
import { richTextDate, slackDate } from "../../../src/platform/blocks/date.ts";

const time = new Date("2026-11-20T10:00:59.900Z");

describe("slackDate", () => {
  it("shows a time in the reader's zone, or else in UTC", () => {
    expect(slackDate(time)).toBe("<!date^1795168859^{date_short_pretty} {time}|2026-11-20 10:00 UTC>");
  });

  it("shows the time of day or the day alone", () => {
    expect(slackDate(time, { style: "time" })).toBe("<!date^1795168859^{time}|2026-11-20 10:00 UTC>");
    expect(slackDate(time, { style: "day" })).toBe("<!date^1795168859^{date_short_pretty}|2026-11-20>");
  });
});

describe("richTextDate", () => {
  it("shows the same as the token in mrkdwn", () => {
    expect(richTextDate(time)).toEqual({
      type: "date",
      timestamp: 1_795_168_859,
      format: "{date_short_pretty} {time}",
      fallback: "2026-11-20 10:00 UTC",
    });
  });
});
