import { expect, test } from "vitest";
import { readCalendar } from "../../../../src/features/alerts/rota/calendar.ts";
import { onCallAt, peopleAt } from "../../../../src/features/alerts/rota/on-call.ts";
import type { Shift } from "../../../../src/features/alerts/rota/record.ts";
import { localTime } from "../../../../src/lib/time.ts";
import { addDays } from "../../../../src/lib/day.ts";
import { dayMs, hourMs, minuteMs } from "../../../../src/lib/duration.ts";

const nowMs = Date.parse("2026-11-26T08:00:00Z");
const ada = { name: "Ada Park", userId: "U1" };
const sam = { name: "Sam Rivera", userId: "U2" };

function shift(who: Pick<Shift, "name" | "userId">, fromHours: number, toHours: number): Shift {
  return { ...who, fromMs: nowMs + fromHours * hourMs, toMs: nowMs + toHours * hourMs };
}

/** Lines such as "0 12 Ada Park", in hours from now. */
function periods(...shifts: Shift[]): string[] {
  const known = onCallAt({ addressRef: "sealed:1", readAtMs: nowMs, shifts }, nowMs);
  if ("unknown" in known) return [known.unknown];
  return known.periods.map(({ fromMs, toMs, people }) =>
    [(fromMs - nowMs) / hourMs, (toMs - nowMs) / hourMs, ...people.map(({ name }) => name)].join(" "),
  );
}

test("one period follows the other, and a gap has no one", () => {
  expect(periods(shift(ada, -12, 12), shift(sam, 12, 24), shift(ada, 30, 40))).toEqual([
    "0 12 Ada Park",
    "12 24 Sam Rivera",
    "24 30",
    "30 40 Ada Park",
  ]);
  expect(periods(shift(sam, 5, 10))).toEqual(["0 5", "5 10 Sam Rivera"]);
  expect(periods()).toEqual([]);
});

test("days of the same person are one period", () => {
  expect(periods(shift(ada, -2, 24), shift(ada, 24, 48), shift(sam, 48, 72))).toEqual([
    "0 48 Ada Park",
    "48 72 Sam Rivera",
  ]);
});

test("of overlapping shifts the one that began last counts, and then the first goes on", () => {
  expect(periods(shift(ada, -24, 24), shift(sam, -1, 3))).toEqual(["0 3 Sam Rivera", "3 24 Ada Park"]);
});

test("of shifts that began together all count", () => {
  expect(periods(shift(ada, -1, 24), shift(sam, -1, 24))).toEqual(["0 24 Ada Park Sam Rivera"]);
});

test("a reading of more than a day ago says nothing, and so does none", () => {
  const reading = { addressRef: "sealed:1", readAtMs: nowMs - dayMs, shifts: [shift(ada, -48, 48)] };
  expect(onCallAt(reading, nowMs)).toMatchObject({ periods: [{ people: [ada] }] });
  expect(onCallAt(reading, nowMs + 1)).toEqual({ unknown: "stale" });
  expect(onCallAt(undefined, nowMs)).toEqual({ unknown: "unread" });
  expect(onCallAt({ ...reading, readAtMs: 0, trouble: "It is away." }, nowMs)).toEqual({ unknown: "unread" });
});

// Three people take turns week by week at 9:00 in Berlin, and a fourth one has the nights of Wednesday.
const rotation = ["Ada Park", "Sam Rivera", "Noor Haddad"];
const zone = "Europe/Berlin";
const from = "2026-01-05";

function feed(): string {
  const turns = rotation.map((name, index) => [
    `UID:turn-${index}`,
    `DTSTART;TZID=${zone}:${compact(addDays(from, 7 * index))}T090000`,
    `DTEND;TZID=${zone}:${compact(addDays(from, 7 * index + 7))}T090000`,
    "RRULE:FREQ=WEEKLY;INTERVAL=3",
    `SUMMARY:${name}`,
  ]);
  const nights = [
    "UID:nights",
    `DTSTART;TZID=${zone}:20260107T220000`,
    `DTEND;TZID=${zone}:20260108T060000`,
    "RRULE:FREQ=WEEKLY;BYDAY=WE",
    "SUMMARY:Mira Chen",
  ];
  const lines = [...turns, nights].flatMap((event) => ["BEGIN:VEVENT", ...event, "END:VEVENT"]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
}

function compact(day: string): string {
  return day.replaceAll("-", "");
}

/** 0 for Sunday. */
function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

const instants = new Map<string, number>();

function instant(day: string, at: string): number {
  const key = `${day} ${at}`;
  const known = instants.get(key) ?? localTime(day, at, zone).getTime();
  instants.set(key, known);
  return known;
}

/** Who is on call by the rules above, worked out from the calendar on the wall. `day` is the day in UTC. */
function expected(ms: number, day: string): string {
  for (const evening of [addDays(day, -1), day]) {
    const isNight = instant(evening, "22:00") <= ms && ms < instant(addDays(evening, 1), "06:00");
    if (weekday(evening) === 3 && isNight) return "Mira Chen";
  }
  const monday = addDays(day, -((weekday(day) + 6) % 7));
  const weeks = Math.round((Date.parse(monday) - Date.parse(from)) / (7 * dayMs));
  const turn = ms < instant(monday, "09:00") ? weeks - 1 : weeks;
  return rotation[turn % rotation.length] ?? "";
}

test("over 400 days the right person is on call at each half hour, in summer and winter", () => {
  const text = feed();
  const beginMs = Date.parse("2026-01-06T00:00:00Z");
  const wrong: string[] = [];
  let shifts: Shift[] = [];
  for (let half = 0; half < 400 * 48; half += 1) {
    const ms = beginMs + half * 30 * minuteMs;
    // A reading counts for a day, and is made far more often.
    if (half % 48 === 0) ({ shifts } = readCalendar(text, ms));
    const names = peopleAt(shifts, ms).map(({ name }) => name);
    const day = new Date(ms).toISOString().slice(0, 10);
    if (names.join() !== expected(ms, day)) wrong.push(`${new Date(ms).toISOString()} ${names.join()}`);
  }
  expect(wrong).toEqual([]);
});
