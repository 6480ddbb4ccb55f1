import { assert, constantFrom, date, integer, property, record, tuple } from "fast-check";
import { expect, test } from "vitest";
import type { DaySpan } from "../../../../src/lib/period/spans.ts";
import { addDays } from "../../../../src/lib/day.ts";
import { type Past, type Schedule, agendaAt } from "../../../../src/features/costs/reports/periods.ts";

const daily: Schedule = { every: "daily", at: "09:00", timeZone: "Europe/Berlin" };
const weekly: Schedule = { ...daily, every: "weekly" };
const monthly: Schedule = { ...daily, every: "monthly" };

function spans(periods: readonly DaySpan[]): string[] {
  return periods.map(({ from, to }) => `${from} ${to}`);
}

function at(time: string, schedule: Schedule, past: { createdAt: string; upTo?: string }) {
  const agenda = agendaAt(new Date(time), schedule, { ...past, createdAt: new Date(past.createdAt) });
  return { due: spans(agenda.due), missed: spans(agenda.missed), next: agenda.next.due.toISOString() };
}

test("the first daily report is for the last UTC day, at the first 09:00 after it was scheduled", () => {
  const past = { createdAt: "2026-11-20T07:59:00Z" };
  expect(at("2026-11-20T07:59:59Z", daily, past)).toEqual({
    due: [],
    missed: [],
    next: "2026-11-20T08:00:00.000Z",
  });
  expect(at("2026-11-20T08:00:00Z", daily, past)).toEqual({
    due: ["2026-11-19 2026-11-19"],
    missed: [],
    next: "2026-11-21T08:00:00.000Z",
  });
});

test("a report that is scheduled exactly at its time of day first comes a day later", () => {
  const past = { createdAt: "2026-11-20T08:00:00Z" };
  expect(at("2026-11-20T08:00:00Z", daily, past).next).toBe("2026-11-21T08:00:00.000Z");
});

test("a daily report in a western time zone comes after the end of the UTC day", () => {
  const schedule = { ...daily, at: "16:30", timeZone: "America/Los_Angeles" };
  expect(at("2026-11-20T00:00:00Z", schedule, { createdAt: "2026-11-19T00:00:00Z" })).toEqual({
    due: ["2026-11-18 2026-11-18"],
    missed: [],
    next: "2026-11-20T00:30:00.000Z",
  });
});

test("a daily report may be due exactly at the end of its UTC day", () => {
  // 09:00 in Tokyo is 00:00 in UTC.
  const tokyo = { ...daily, timeZone: "Asia/Tokyo" };
  expect(at("2026-11-20T00:00:00Z", tokyo, { createdAt: "2026-11-19T00:00:00Z" }).due).toEqual([
    "2026-11-19 2026-11-19",
  ]);
});

test("Auckland's weekly report waits until the week is over in UTC", () => {
  const auckland = { ...weekly, timeZone: "Pacific/Auckland" };
  const past = { createdAt: "2026-11-20T00:00:00Z" };
  // 09:00 on Monday in Auckland is 20:00 on Sunday in UTC.
  expect(at("2026-11-22T20:00:00Z", auckland, past).due).toEqual([]);
  expect(at("2026-11-23T20:00:00Z", auckland, past)).toEqual({
    due: ["2026-11-16 2026-11-22"],
    missed: [],
    next: "2026-11-30T20:00:00.000Z",
  });
});

test("a monthly report is for the calendar month", () => {
  const past = { createdAt: "2026-01-15T00:00:00Z" };
  expect(at("2026-02-01T08:00:00Z", monthly, past).due).toEqual(["2026-01-01 2026-01-31"]);
  expect(at("2026-03-01T08:00:00Z", monthly, { ...past, upTo: "2026-01-31" }).due).toEqual([
    "2026-02-01 2026-02-28",
  ]);
});

const weekdays: Schedule = { ...daily, every: "weekdays" };

/** The next reports after a time, each with its days. */
function following(time: string, schedule: Schedule, count: number): string[] {
  let past: Past = { createdAt: new Date(time) };
  return Array.from({ length: count }, () => {
    const { next } = agendaAt(past.createdAt, schedule, past);
    past = { ...past, upTo: next.to };
    return `${next.due.toISOString()} ${next.from} ${next.to}`;
  });
}

test("on weekdays each report has the days since the last one: Monday's has Friday to Sunday", () => {
  // A Wednesday.
  expect(following("2026-11-18T12:00:00Z", weekdays, 5)).toEqual([
    "2026-11-19T08:00:00.000Z 2026-11-18 2026-11-18",
    "2026-11-20T08:00:00.000Z 2026-11-19 2026-11-19",
    "2026-11-23T08:00:00.000Z 2026-11-20 2026-11-22",
    "2026-11-24T08:00:00.000Z 2026-11-23 2026-11-23",
    "2026-11-25T08:00:00.000Z 2026-11-24 2026-11-24",
  ]);
});

test("on weekdays the schedule's own zone says what a weekday is, and no report has a day that goes on", () => {
  const evening = { ...weekdays, at: "18:00", timeZone: "America/Los_Angeles" };
  // 18:00 in Los Angeles is 02:00 of the next day in UTC.
  expect(following("2026-11-19T12:00:00Z", evening, 3)).toEqual([
    "2026-11-20T02:00:00.000Z 2026-11-19 2026-11-19",
    "2026-11-21T02:00:00.000Z 2026-11-20 2026-11-20",
    "2026-11-24T02:00:00.000Z 2026-11-21 2026-11-23",
  ]);
  const auckland = { ...weekdays, timeZone: "Pacific/Auckland" };
  expect(following("2026-11-19T21:00:00Z", auckland, 2)).toEqual([
    "2026-11-22T20:00:00.000Z 2026-11-19 2026-11-21",
    "2026-11-23T20:00:00.000Z 2026-11-22 2026-11-22",
  ]);
});

test("a weekly report on a day comes on that day, with the seven days before it", () => {
  const friday = { ...weekly, on: "friday" } as const;
  expect(following("2026-11-18T12:00:00Z", friday, 2)).toEqual([
    "2026-11-20T08:00:00.000Z 2026-11-13 2026-11-19",
    "2026-11-27T08:00:00.000Z 2026-11-20 2026-11-26",
  ]);
  // The week is over in UTC on Sunday afternoon in Los Angeles.
  const monday = { ...weekly, on: "monday", at: "18:00", timeZone: "America/Los_Angeles" } as const;
  expect(following("2026-11-18T12:00:00Z", monday, 1)).toEqual([
    "2026-11-24T02:00:00.000Z 2026-11-16 2026-11-22",
  ]);
});

test("a posted period is not due again, even if the time of day changes", () => {
  const past = { createdAt: "2026-11-01T00:00:00Z", upTo: "2026-11-19" };
  expect(at("2026-11-20T12:00:00Z", { ...daily, at: "11:00" }, past).due).toEqual([]);
});

test("after some days of downtime the latest period is due, and earlier ones are missed", () => {
  const past = { createdAt: "2026-11-01T00:00:00Z", upTo: "2026-11-10" };
  expect(at("2026-11-14T12:00:00Z", daily, past)).toEqual({
    due: ["2026-11-13 2026-11-13"],
    missed: ["2026-11-11 2026-11-11", "2026-11-12 2026-11-12"],
    next: "2026-11-15T08:00:00.000Z",
  });
});

test("two days that become due at the same time by a clock change are both due", () => {
  // Winter time starts in the Azores at 01:00 UTC: local clocks go from 01:00 back to 00:00.
  const azores = { ...daily, at: "23:59", timeZone: "Atlantic/Azores" };
  const dues = new Map<string, string[]>();
  let past: Past = { createdAt: new Date("2026-01-01T00:00:00Z") };
  for (let days = 0; days < 365; days += 1) {
    const { next } = agendaAt(past.createdAt, azores, past);
    dues.set(next.due.toISOString(), [...(dues.get(next.due.toISOString()) ?? []), next.to]);
    past = { ...past, upTo: next.to };
  }
  const together = [...dues].filter(([, ofOne]) => ofOne.length > 1);
  for (const [due, ofOne] of together) {
    const agenda = at(due, azores, { createdAt: "2026-01-01T00:00:00Z", upTo: addDays(ofOne[0] ?? "", -1) });
    expect(agenda).toMatchObject({ due: ofOne.map((day) => `${day} ${day}`), missed: [] });
  }
  expect(together).not.toEqual([]);
});

const zones = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "America/New_York",
  "America/Los_Angeles",
  "America/St_Johns",
  "America/Havana",
  "Atlantic/Azores",
  "Africa/Casablanca",
  "Asia/Beirut",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "+05:45",
];
const timeOfDay = tuple(integer({ min: 0, max: 23 }), integer({ min: 0, max: 59 })).map((parts) =>
  parts.map((part) => String(part).padStart(2, "0")).join(":"),
);
const schedules = record({
  every: constantFrom("daily" as const, "weekdays" as const, "weekly" as const, "monthly" as const),
  on: constantFrom("monday" as const, "friday" as const, undefined),
  at: timeOfDay,
  timeZone: constantFrom(...zones),
});
const starts = date({
  min: new Date("2010-01-01"),
  max: new Date("2035-01-01"),
  noInvalidDate: true,
});

test("without downtime, each period is due once, in order, and none is missed", () => {
  assert(
    property(schedules, starts, (schedule, createdAt) => {
      let past: Past = { createdAt };
      let now = createdAt;
      for (let round = 0; round < 60; round += 1) {
        now = agendaAt(now, schedule, past).next.due;
        const { due, missed } = agendaAt(now, schedule, past);
        expect(missed).toEqual([]);
        expect(due.length).toBeGreaterThan(0);
        for (const { from, to } of due) {
          expect(from).toBe(past.upTo === undefined ? from : addDays(past.upTo, 1));
          past = { createdAt, upTo: to };
        }
      }
    }),
    { numRuns: 60 },
  );
});

test("a report is due after the end of its UTC period, within two days, or three if a time zone skipped a day", () => {
  assert(
    property(schedules, starts, (schedule, createdAt) => {
      const { next } = agendaAt(createdAt, schedule, { createdAt });
      const endMs = Date.parse(addDays(next.to, 1));
      expect(next.due.getTime()).toBeGreaterThanOrEqual(endMs);
      expect(next.due.getTime() - endMs).toBeLessThanOrEqual(73 * 3_600_000);
      expect(next.due.getTime()).toBeGreaterThan(createdAt.getTime());
    }),
  );
});
