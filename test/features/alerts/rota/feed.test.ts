import { expect, test } from "vitest";
import { readFeed } from "../../../../src/features/alerts/rota/feed.ts";

const nowMs = Date.parse("2026-11-26T08:00:00Z");

function calendar(before: readonly string[], event: readonly string[]): string {
  const lines = [...before, "BEGIN:VEVENT", "UID:1", ...event, "END:VEVENT"];
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
}

const week = ["DTSTART:20261123T080000Z", "DTEND:20261130T080000Z", "SUMMARY:Ada Park"];

test("a feed is read in a thread of its own", async () => {
  const text = calendar([], week);
  expect(await readFeed({ text, nowMs })).toMatchObject([
    {
      fromMs: Date.parse("2026-11-23T08:00:00Z"),
      toMs: Date.parse("2026-11-30T08:00:00Z"),
      name: "Ada Park",
    },
  ]);
});

// Each of them keeps the library busy for minutes or forever.
test.each([
  [
    "every second since 1970",
    calendar([], ["DTSTART:19700101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY", "SUMMARY:x"]),
  ],
  [
    "never",
    calendar([], ["DTSTART:19700101T000000Z", "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "SUMMARY:x"]),
  ],
  [
    "in a zone that changes its clocks every second",
    calendar(
      [
        "BEGIN:VTIMEZONE",
        "TZID:Mine",
        "BEGIN:STANDARD",
        "DTSTART:19700101T000000",
        "TZOFFSETFROM:+0100",
        "TZOFFSETTO:+0200",
        "RRULE:FREQ=SECONDLY",
        "END:STANDARD",
        "END:VTIMEZONE",
      ],
      ["DTSTART;TZID=Mine:20261123T080000", "DTEND;TZID=Mine:20261130T080000", "SUMMARY:x"],
    ),
  ],
])("a feed with an event %s is given up after a time", async (_, text) => {
  await expect(readFeed({ text, nowMs }, 400)).rejects.toThrow("takes too long to read");
});

test("what isn't a calendar is refused in words that don't quote it", async () => {
  const failure = await readFeed({ text: "BEGIN:VCALENDAR\r\ns3cret\r\n", nowMs }).catch((error: unknown) =>
    String(error),
  );
  expect(failure).toContain("isn't an iCal calendar");
  expect(failure).not.toContain("s3cret");
  const broken = calendar([], ["DTSTART:2026", ...week.slice(1)]);
  await expect(readFeed({ text: broken, nowMs })).rejects.toThrow("can't be read");
});
