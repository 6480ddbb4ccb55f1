import { expect, test } from "vitest";
import { readCalendar } from "../../../../src/features/oncall/rota/calendar.ts";

const nowMs = Date.parse("2026-11-26T08:00:00Z");

/** A calendar of events, and of lines before them. */
function calendar(events: readonly string[][], before: readonly string[] = []): string {
  const lines = events.flatMap((event) => ["BEGIN:VEVENT", ...event, "END:VEVENT"]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...before, ...lines, "END:VCALENDAR", ""].join(
    "\r\n",
  );
}

/** Lines such as "2026-11-23T08:00 2026-11-30T08:00 Ada Park". */
function read(
  events: readonly string[][],
  { before, atMs = nowMs }: { before?: string[]; atMs?: number } = {},
) {
  const { shifts } = readCalendar(calendar(events, before), atMs);
  return shifts.map(({ fromMs, toMs, name }) => [at(fromMs), at(toMs), name].join(" "));
}

function at(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16);
}

function named(...lines: string[]) {
  const week = ["UID:1", "DTSTART:20261123T080000Z", "DTEND:20261130T080000Z"];
  const { shifts } = readCalendar(calendar([[...week, ...lines]]), nowMs);
  return shifts.map(({ name, email }) => [name, email]);
}

// How the senders of feeds name people. Those of PagerDuty and Grafana OnCall are as their feeds have it.
test.each([
  [
    "PagerDuty's schedule",
    ["ATTENDEE:hello.kitty@acme.example.com", "SUMMARY:On Call - Hello Kitty - Alpha"],
    [["Hello Kitty", "hello.kitty@acme.example.com"]],
  ],
  [
    "PagerDuty's own shifts",
    [
      "ATTENDEE;CN=sam@acme.example.com:mailto:sam@acme.example.com",
      "SUMMARY:On Call - Some rota - out of hours",
    ],
    [["Some rota", "sam@acme.example.com"]],
  ],
  ["Grafana OnCall", ["SUMMARY:[L1] noor"], [["noor", undefined]]],
  ["a name with what it is", ["SUMMARY:Noor Haddad (on-call)"], [["Noor Haddad", undefined]]],
  [
    "a name that is on call for something",
    ["SUMMARY:Noor Haddad is on call for Checkout"],
    [["Noor Haddad", undefined]],
  ],
  ["a name after a colon", ["SUMMARY:On-call: Noor Haddad"], [["Noor Haddad", undefined]]],
  ["a name alone", ["SUMMARY:Noor Haddad"], [["Noor Haddad", undefined]]],
  ["a name with a hyphen", ["SUMMARY:Anne-Marie Roux - Primary"], [["Anne-Marie Roux", undefined]]],
  [
    "an address",
    ["SUMMARY:noor@acme.example.com on call"],
    [["noor@acme.example.com", "noor@acme.example.com"]],
  ],
  [
    "an address with its case",
    ["ATTENDEE;CN=Ada Park:mailto:Ada@acme.example.com"],
    [["Ada Park", "ada@acme.example.com"]],
  ],
  [
    "Google Calendar with an invitation",
    [
      "SUMMARY:On call",
      "ORGANIZER;CN=Mira Chen:mailto:mira@acme.example.com",
      "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Mira Chen;X-NUM-GUESTS=0:mailto:mira@acme.example.com",
      "ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=NEEDS-ACTION;CN=Ada Park:mailto:ada@acme.example.com",
      "ATTENDEE;CUTYPE=RESOURCE;CN=Room 1:mailto:room@resource.calendar.google.com",
    ],
    [["Ada Park", "ada@acme.example.com"]],
  ],
  [
    "Google Calendar without one, where the organizer is the calendar",
    ["SUMMARY:Ada Park", "ORGANIZER;CN=On-call rota:mailto:c_1@group.calendar.google.com"],
    [["Ada Park", undefined]],
  ],
  [
    "two people",
    [
      "SUMMARY:On call",
      "ATTENDEE;CN=Ada Park:mailto:ada@acme.example.com",
      "ATTENDEE;CN=Sam Rivera:mailto:sam@acme.example.com",
    ],
    [
      ["Ada Park", "ada@acme.example.com"],
      ["Sam Rivera", "sam@acme.example.com"],
    ],
  ],
  [
    "two people, of whom the title names one",
    [
      "SUMMARY:On call: Sam Rivera",
      "ATTENDEE;CN=Ada Park:mailto:ada@acme.example.com",
      "ATTENDEE;CN=Sam Rivera:mailto:sam@acme.example.com",
    ],
    [["Sam Rivera", "sam@acme.example.com"]],
  ],
  [
    "someone who declined",
    ["SUMMARY:Sam Rivera", "ATTENDEE;CN=Ada Park;PARTSTAT=DECLINED:mailto:ada@acme.example.com"],
    [["Sam Rivera", undefined]],
  ],
])("%s is read", (_, lines, people) => {
  expect(named(...lines)).toEqual(people);
});

const berlin = [
  "BEGIN:VTIMEZONE",
  "TZID:Europe/Berlin",
  "BEGIN:DAYLIGHT",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "DTSTART:19700329T020000",
  "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
  "END:DAYLIGHT",
  "BEGIN:STANDARD",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "DTSTART:19701025T030000",
  "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
  "END:STANDARD",
  "END:VTIMEZONE",
];
test("a rotation keeps its hours if the clocks change in its first week", () => {
  const event = [
    "UID:1",
    "DTSTART;TZID=Europe/Berlin:20260323T090000",
    "DTEND;TZID=Europe/Berlin:20260330T090000",
    "RRULE:FREQ=WEEKLY;INTERVAL=4",
    "SUMMARY:Ada Park",
  ];
  expect(read([event], { before: berlin, atMs: Date.parse("2026-06-16T00:00:00Z") })).toEqual([
    "2026-06-15T07:00 2026-06-22T07:00 Ada Park",
    "2026-07-13T07:00 2026-07-20T07:00 Ada Park",
  ]);
});

/** The occurrence of a day, moved to one in December. */
function moved(id: string, day: number, who: string, ...lines: string[]): string[] {
  return [
    "UID:1",
    `RECURRENCE-ID;TZID=Europe/Berlin:${id}T090000`,
    `DTSTART;TZID=Europe/Berlin:202612${day}T090000`,
    `DTEND;TZID=Europe/Berlin:202612${day + 1}T090000`,
    `SUMMARY:${who}`,
    ...lines,
  ];
}

test("an exception is left out, and a changed occurrence is where it was moved to", () => {
  const master = [
    "UID:1",
    "DTSTART;TZID=Europe/Berlin:20261102T090000",
    "DTEND;TZID=Europe/Berlin:20261103T090000",
    "RRULE:FREQ=WEEKLY",
    "EXDATE;TZID=Europe/Berlin:20261206T090000",
    "EXDATE;TZID=Europe/Berlin:20261207T090000",
    "EXDATE;VALUE=DATE:20261221",
    "SUMMARY:Ada Park",
  ];
  const events = [
    master,
    moved("20261130", 11, "Sam Rivera"),
    // From beyond the days that are read, and out of them.
    moved("20270111", 12, "Noor Haddad"),
    moved("20261214", 14, "Mira Chen", "STATUS:CANCELLED"),
  ];
  expect(read(events, { before: berlin })).toEqual([
    "2026-12-11T08:00 2026-12-12T08:00 Sam Rivera",
    "2026-12-12T08:00 2026-12-13T08:00 Noor Haddad",
  ]);
});

test("a changed occurrence counts without the event that it was changed from", () => {
  const alone = [
    "UID:1",
    "RECURRENCE-ID:20261126T090000Z",
    "DTSTART:20261126T090000Z",
    "DTEND:20261127T090000Z",
    "SUMMARY:Sam Rivera",
  ];
  expect(read([alone])).toEqual(["2026-11-26T09:00 2026-11-27T09:00 Sam Rivera"]);
});

test("a whole day and a time without a zone are in the calendar's zone, or else in UTC", () => {
  const day = ["UID:1", "DTSTART;VALUE=DATE:20261127", "DTEND;VALUE=DATE:20261128", "SUMMARY:Ada Park"];
  const short = ["UID:3", "DTSTART;VALUE=DATE:20261129", "SUMMARY:Noor Haddad"];
  const floating = ["UID:2", "DTSTART:20261128T180000", "DURATION:PT12H", "SUMMARY:Sam Rivera"];
  expect(read([day, floating, short], { before: ["X-WR-TIMEZONE:America/New_York"] })).toEqual([
    "2026-11-27T05:00 2026-11-28T05:00 Ada Park",
    "2026-11-28T23:00 2026-11-29T11:00 Sam Rivera",
    "2026-11-29T05:00 2026-11-30T05:00 Noor Haddad",
  ]);
  expect(read([day])).toEqual(["2026-11-27T00:00 2026-11-28T00:00 Ada Park"]);
});

test.each([
  ["what isn't iCal", "<html>Sign in</html>", "isn't an iCal calendar"],
  ["an empty text", "", "isn't an iCal calendar"],
  ["a card", "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada\r\nEND:VCARD\r\n", "isn't an iCal calendar"],
  [
    "a shift every hour of two people in each",
    calendar(
      ["1", "2"].map((uid) => [
        `UID:${uid}`,
        "DTSTART:20261101T000000Z",
        "DURATION:PT1M",
        "RRULE:FREQ=HOURLY",
        "SUMMARY:x",
      ]),
    ),
    "more events than a rota needs",
  ],
  [
    "a shift every second",
    calendar([["UID:1", "DTSTART:20261101T000000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY", "SUMMARY:x"]]),
    "No event in it can be read",
  ],
  [
    "a list of dates without end",
    calendar([
      ["UID:1", "DTSTART:20261101T000000Z", `RDATE:${Array(5_001).fill("20261101T000000Z").join(",")}`],
    ]),
    "more than 5,000 dates",
  ],
  [
    "a list of events without end",
    calendar(Array.from({ length: 5_001 }, () => ["DTSTART:20261101T000000Z"])),
    "more than 5,000 events",
  ],
  [
    "events that count from long ago",
    calendar(
      Array.from({ length: 100 }, () => [
        "DTSTART:16010101T000000Z",
        "RRULE:FREQ=DAILY;COUNT=999999",
        "SUMMARY:x",
      ]),
    ),
    "more dates than a rota needs",
  ],
])("%s is refused in words", (_, text, words) => {
  expect(() => readCalendar(text, nowMs)).toThrow(words);
});
