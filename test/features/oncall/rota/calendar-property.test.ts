import {
  type Arbitrary,
  array,
  assert,
  constantFrom,
  double,
  integer,
  property,
  record,
  uniqueArray,
} from "fast-check";
import { expect, test } from "vitest";
import { readCalendar } from "../../../../src/features/oncall/rota/calendar.ts";
import { peopleAt } from "../../../../src/features/oncall/rota/on-call.ts";
import { addDays } from "../../../../src/lib/day.ts";
import { dayMs, hourMs } from "../../../../src/lib/duration.ts";
import { localTime } from "../../../../src/lib/time.ts";

/** Zones, and how calendars write them. */
const zones: Readonly<Record<string, readonly string[]>> = {
  "Europe/Berlin": [
    "Europe/Berlin",
    "W. Europe Standard Time",
    "/Europe/Berlin",
    "/mozilla.org/20050126_1/Europe/Berlin",
    '"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"',
    "CET",
  ],
  "America/New_York": [
    "America/New_York",
    "Eastern Standard Time",
    '"(UTC-05:00) Eastern Time (US & Canada)"',
    "(GMT-05:00) Eastern Time (US & Canada)",
  ],
  "America/Los_Angeles": ["america/los_angeles", "Pacific Standard Time"],
  "Asia/Kolkata": [
    "Asia/Calcutta",
    "India Standard Time",
    '"(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi"',
  ],
  "Australia/Sydney": ["Australia/Sydney", "AUS Eastern Standard Time"],
};
const untilForms = ["last begin", "second before the next", "day", "wall"] as const;
const idForms = ["wall", "utc", "day"] as const;
const people = ["Ada", "Sam", "Noor"];
const others = ["Mira", "Lin", "Grace"];
const firstDay = "2026-01-05";
const mostDays = 400;

const rotas = record({
  zone: constantFrom(
    ...Object.entries(zones).flatMap(([zone, names]) => names.map((name) => ({ zone, name }))),
  ),
  /** Clocks change before 4:00. */
  hour: integer({ min: 4, max: 23 }),
  days: constantFrom(1, 7),
  /** From this turn on, other people take over. */
  splitAt: integer({ min: 3, max: 40 }),
  until: constantFrom(...untilForms),
  changed: uniqueArray(record({ turn: integer({ min: 0, max: 55 }), form: constantFrom(...idForms) }), {
    maxLength: 6,
    selector: ({ turn }) => turn,
  }),
  left: uniqueArray(record({ turn: integer({ min: 0, max: 55 }), form: constantFrom(...idForms) }), {
    maxLength: 4,
    selector: ({ turn }) => turn,
  }),
  /** Moments after the begin, as parts of the whole time. */
  moments: array(double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
});
type Rota = typeof rotas extends Arbitrary<infer Value> ? Value : never;

// What the feed is to say, worked out turn by turn on the calendar. It knows no rule.

function dayOf({ days }: Rota, turn: number): string {
  return addDays(firstDay, days * turn);
}

function beginOf(rota: Rota, turn: number): number {
  return localTime(dayOf(rota, turn), `${String(rota.hour).padStart(2, "0")}:00`, rota.zone.zone).getTime();
}

function personOf({ splitAt, changed, left }: Rota, turn: number): string | undefined {
  if (changed.some((each) => each.turn === turn)) return "Stand-in";
  if (left.some((each) => each.turn === turn)) return undefined;
  return turn < splitAt ? people[turn % 3] : others[(turn - splitAt) % 3];
}

// The same as a calendar writes it.

function wall(rota: Rota, turn: number): string {
  return `${dayOf(rota, turn).replaceAll("-", "")}T${String(rota.hour).padStart(2, "0")}0000`;
}

function utc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function untilOf(rota: Rota, last: number): string {
  const { until, splitAt } = rota;
  if (until === "last begin") return utc(beginOf(rota, last));
  if (until === "second before the next") return utc(beginOf(rota, splitAt) - 1_000);
  return until === "day" ? wall(rota, last).slice(0, 8) : wall(rota, last);
}

function timed(name: string, rota: Rota, turn: number, form: (typeof idForms)[number] = "wall"): string {
  if (form === "utc") return `${name}:${utc(beginOf(rota, turn))}`;
  if (form === "day") return `${name};VALUE=DATE:${wall(rota, turn).slice(0, 8)}`;
  return `${name};TZID=${rota.zone.name}:${wall(rota, turn)}`;
}

function feedOf(rota: Rota): string {
  const { splitAt, days, changed, left } = rota;
  const rule = days === 7 ? "RRULE:FREQ=WEEKLY;INTERVAL=3" : "RRULE:FREQ=DAILY;INTERVAL=3";
  const series = [...people, ...others].map((name, index) => {
    const first = index < 3 ? index : splitAt + index - 3;
    const last = splitAt - 1 - ((splitAt - 1 - index) % 3);
    const isIts = (turn: number) => turn >= first && (turn - first) % 3 === 0 && (index >= 3 || turn <= last);
    const ruled = index < 3 ? `${rule};UNTIL=${untilOf(rota, last)}` : rule;
    const both = [timed("DTSTART", rota, first), timed("DTEND", rota, first + 1)];
    const gone = left
      .filter(({ turn }) => isIts(turn))
      .map(({ turn, form }) => timed("EXDATE", rota, turn, form));
    const change = ({ turn, form }: (typeof changed)[number], who: string, sequence: number) => [
      `UID:${index}`,
      timed("RECURRENCE-ID", rota, turn, form),
      timed("DTSTART", rota, turn),
      timed("DTEND", rota, turn + 1),
      `SEQUENCE:${sequence}`,
      `SUMMARY:${who}`,
    ];
    return [
      [`UID:${index}`, ...both, ruled, ...gone, `SUMMARY:${name}`],
      ...changed
        .filter(({ turn }) => isIts(turn))
        .flatMap((each) => [change(each, "Stand-in", 2), change(each, "Before", 1)]),
    ];
  });
  const lines = series.flat().flatMap((event) => ["BEGIN:VEVENT", ...event, "END:VEVENT"]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");
}

test("a rota with an end, changes and any zone says who is on call at each moment of 400 days", () => {
  assert(
    property(rotas, (rota) => {
      const text = feedOf(rota);
      for (const moment of rota.moments) {
        const turn = Math.floor((moment * mostDays) / rota.days);
        const beginMs = beginOf(rota, turn);
        const { shifts, zones: unsure } = readCalendar(text, beginMs + dayMs / 2);
        for (const ms of [beginMs, beginOf(rota, turn + 1) - hourMs]) {
          const present = peopleAt(shifts, ms).map(({ name }) => name);
          expect({ turn, present }).toEqual({
            turn,
            present: [personOf(rota, turn)].flatMap((name) => name ?? []),
          });
          expect(unsure).toEqual([]);
        }
      }
    }),
    { numRuns: 60 },
  );
});
