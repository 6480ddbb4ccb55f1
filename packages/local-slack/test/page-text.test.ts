import { expect, test } from "vitest";
import { parseLine } from "../src/page/blocks/mrkdwn/parse-line.ts";
import { parsePassages } from "../src/page/blocks/mrkdwn/parse-passages.ts";
import { formatSlackDate } from "../src/page/time/slack-date.ts";
import { momentOf, zonedParts } from "../src/page/time/zone.ts";

const text = (words: string) => ({ kind: "text", text: words });

test("bold, italics, strike and code are marks at the edges of words", () => {
  expect(parseLine("*a b* _c_ ~d~ `e*f*`")).toEqual([
    { kind: "bold", children: [text("a b")] },
    text(" "),
    { kind: "italic", children: [text("c")] },
    text(" "),
    { kind: "strike", children: [text("d")] },
    text(" "),
    { kind: "code", text: "e*f*" },
  ]);
});

test("marks nest", () => {
  expect(parseLine("*a _b_*")).toEqual([
    { kind: "bold", children: [text("a "), { kind: "italic", children: [text("b")] }] },
  ]);
});

test.each(["snake_case_name", "2*3*4", "a * b * c", "10:30:45", "_ a _", "**"])(
  "%s has no marks",
  (words) => {
    const shown = parseLine(words).map((mark) => (mark.kind === "emoji" ? `:${mark.name}:` : mark));
    expect(shown.every((mark) => typeof mark === "string" || mark.kind === "text")).toBe(true);
  },
);

test("brackets around anything but a link stay text, with escapes decoded", () => {
  expect(parseLine("<script>alert(1)</script> &lt;b&gt; &amp;lt;")).toEqual([
    text("<script>"),
    text("alert(1)"),
    text("</script>"),
    text(" <b> &lt;"),
  ]);
});

test("links with unknown schemes stay text", () => {
  expect(parseLine("<javascript:alert(1)|click>")).toEqual([text("<javascript:alert(1)|click>")]);
});

test("links, bare addresses and mentions are parsed", () => {
  expect(
    parseLine("<https://a.example/?x=1&amp;y=2|docs> https://b.example/c. <@U1> <#C1|ops> <!here>"),
  ).toEqual([
    { kind: "link", url: "https://a.example/?x=1&y=2", label: "docs" },
    text(" "),
    { kind: "link", url: "https://b.example/c", label: "https://b.example/c" },
    text(". "),
    { kind: "user", id: "U1", label: undefined },
    text(" "),
    { kind: "channel", id: "C1", label: "ops" },
    text(" "),
    { kind: "broadcast", label: "@here" },
  ]);
});

test("dates keep their format, link and fallback", () => {
  expect(parseLine("<!date^1795168800^{date} at {time}^https://a.example|Nov 20>")).toEqual([
    {
      kind: "date",
      seconds: 1795168800,
      format: "{date} at {time}",
      url: "https://a.example",
      fallback: "Nov 20",
    },
  ]);
});

test("code fences, quotes and bullets are separate passages", () => {
  expect(parsePassages("one\n> two\n&gt; three\n• four\n• five\n```\nsix *x* &lt;\n```\nseven")).toEqual([
    { kind: "text", text: "one" },
    { kind: "quote", text: "two\nthree" },
    { kind: "bullet", text: "four" },
    { kind: "bullet", text: "five" },
    { kind: "code", text: "six *x* <" },
    { kind: "text", text: "seven" },
  ]);
});

const at = new Date("2026-11-20T10:00:00Z");

test.each([
  ["{date_short_pretty} {time}", "America/Los_Angeles", "Today 2:00 AM"],
  ["{date_short_pretty} {time}", "Asia/Dubai", "Today 2:00 PM"],
  ["on {date_long}", "UTC", "On Friday, November 20, 2026"],
  ["{date_num} {time_secs}", "UTC", "2026-11-20 10:00:00 AM"],
  ["{ago}, {unknown}", "UTC", "2 hours ago, {unknown}"],
])("the format %s in %s gives %s", (format, timeZone, expected) => {
  const now = new Date("2026-11-20T12:00:00Z");
  expect(formatSlackDate({ at, format, timeZone, now })).toBe(expected);
});

test("the age of what is new is never in the future, because the present is known to the minute", () => {
  for (const seconds of [-59, -4, 0, 59]) {
    const now = new Date(at.getTime() + seconds * 1_000);
    expect(formatSlackDate({ at, format: "{ago}", timeZone: "UTC", now })).toBe("A moment ago");
  }
});

test("yesterday follows the person's own calendar", () => {
  const now = new Date("2026-11-21T07:00:00Z");
  const format = "{date_pretty}";
  expect(formatSlackDate({ at, format, timeZone: "UTC", now })).toBe("Yesterday");
  expect(formatSlackDate({ at, format, timeZone: "America/Los_Angeles", now })).toBe("Today");
});

test.each(["UTC", "America/Los_Angeles", "Asia/Kolkata", "Europe/Berlin"])(
  "a local time in %s is converted to its moment, also around clock changes",
  (timeZone) => {
    for (const moment of ["2026-03-29T00:30:00Z", "2026-10-25T01:30:00Z", "2026-11-20T10:00:00Z"]) {
      const parts = zonedParts(new Date(moment), timeZone);
      expect(zonedParts(momentOf(parts, timeZone), timeZone)).toEqual(parts);
    }
  },
);
