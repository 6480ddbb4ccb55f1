import { isFinal, shareKnownBefore } from "@quartermaster/reference-cloud";
import { type Day, addDays, daysFrom, daysInRuns, humanDays, startOf } from "../../src/lib/day.ts";

/** While nothing runs; two weekly reports fall due meanwhile, and the next morning is a Monday. */
export const away = { from: "2027-06-05", to: "2027-06-20" };

/** Days around the changes of clocks and at the end of the year, which are all checked. */
const whole = [
  ["2027-03-26", "2027-03-30"],
  ["2027-10-29", "2027-11-02"],
  ["2028-01-01", "2028-01-04"],
] as const;

/** The checked mornings: Mondays, firsts of months, and days around the changes of clocks. */
export const mornings = daysFrom("2027-01-04", "2028-01-04").filter((day) => {
  if (day >= away.from && day <= away.to) return false;
  const isInWhole = whole.some(([from, to]) => day >= from && day <= to);
  return isInWhole || weekday(day) === "Monday" || day.endsWith("-01");
});

/** 09:00 in Berlin in 2027, from the calendar. */
export function nineInBerlin(day: Day): Date {
  const isSummer = day >= "2027-03-28" && day < "2027-10-31";
  return new Date(`${day}T0${isSummer ? 7 : 8}:00:00Z`);
}

/** A report that must be posted once. */
export interface ExpectedReport {
  channel: "databases" | "incidents";
  at: Date;
  header: string;
  days: Day[];
  /** Its text about missed reports, as in "2 missed: 9 to 10 Jun 2027". */
  missed: string;
}

/** The expected reports of the year: each morning the latest complete period of each kind, if it is new. */
export function expectedReports(): ExpectedReport[] {
  return [
    ...reportsOf("databases", 1, "2027-01-02", (morning) => {
      const day = addDays(morning, -1);
      return { from: day, to: day, header: `Costs of ${weekday(day)}: ${humanDays(day, day)}` };
    }),
    ...reportsOf("incidents", 7, "2026-12-27", (morning) => {
      const sunday = addDays(morning, -((new Date(morning).getUTCDay() + 6) % 7) - 1);
      const from = addDays(sunday, -6);
      return { from, to: sunday, header: `Costs of the week: ${humanDays(from, sunday)}` };
    }),
    ...reportsOf("incidents", 31, "2026-12-31", (morning) => {
      const to = addDays(startOf("month", morning), -1);
      return { from: startOf("month", to), to, header: `Costs of the month: ${monthAndYear(to)}` };
    }),
  ];
}

function reportsOf(
  channel: ExpectedReport["channel"],
  periodDays: number,
  postedBefore: Day,
  latestOn: (morning: Day) => { from: Day; to: Day; header: string },
): ExpectedReport[] {
  let upTo = postedBefore;
  return mornings.flatMap((morning) => {
    const { from, to, header } = latestOn(morning);
    if (to <= upTo) return [];
    const gap = { from: addDays(upTo, 1), to: addDays(from, -1) };
    const count = daysFrom(gap.from, gap.to).length / periodDays;
    const missed = count === 0 ? "" : `${count} missed: ${humanDays(gap.from, gap.to)}`;
    upTo = to;
    return [{ channel, at: nineInBerlin(morning), header, days: daysFrom(from, to), missed }];
  });
}

/** The days that each report's thread must name by then: they were open, and changed by more than 5 percent. */
export function expectedChanges(reports: readonly ExpectedReport[], by: Date): string[] {
  return reports.flatMap(({ header, days, at }) =>
    days
      .filter((day) => !isFinal(day, at) && isFinal(day, by) && shareKnownBefore(day) < 1 / 1.05)
      .map((day) => `${header}: ${daysInRuns([day])}`),
  );
}

function weekday(day: Day): string {
  return new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "UTC" }).format(new Date(day));
}

function monthAndYear(day: Day): string {
  const parts = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en", parts).format(new Date(day));
}
