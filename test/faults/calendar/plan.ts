import {
  type Day,
  addDays,
  daysFrom,
  endOf,
  humanDays,
  startOf,
  utcDay,
  weekdayOf,
} from "../../../src/lib/day.ts";
import { dayMs, hourMs, minuteMs } from "../../../src/lib/duration.ts";
import { onTheWall } from "./wall-clock.ts";

/** Something that must happen once, at a time or soon after it. `what` names it as the ledger does. */
export interface Due {
  at: Date;
  what: string;
}

/** A time without Redis. */
export interface Outage {
  from: Date;
  to: Date;
}

/** What is asked of the calendar: from when to when, and when Redis is away. */
export interface Span extends Outage {
  outages: readonly Outage[];
}

/** The times of day and the days on which a service runs. */
export interface Hours {
  name: string;
  from: string;
  to: string;
  days: readonly string[];
  timeZone: string;
}

/** Two zones that change their clocks on different days, and hours that clocks skip and show twice. */
export const hoursOf: readonly Hours[] = [
  {
    name: "orders prod",
    from: "08:00",
    to: "19:00",
    days: ["Monday", "Wednesday", "Friday"],
    timeZone: "Europe/Berlin",
  },
  {
    name: "web analytics",
    from: "07:30",
    to: "18:15",
    days: ["Tuesday", "Thursday"],
    timeZone: "America/New_York",
  },
  { name: "night jobs", from: "02:30", to: "05:00", days: ["Sunday"], timeZone: "Europe/Berlin" },
];

/** A weekly maintenance over the hour in which the clocks change. */
export const maintenance = { day: "Sunday", from: "01:30", to: "03:30", timeZone: "Europe/Berlin" };

/** The zone of the person with the message on Mondays. */
const digestZone = "America/Los_Angeles";
/** The zone of the reports. */
const reportZone = "Europe/Berlin";

/** Everything that follows from the calendar alone, in order. */
export function planned(span: Span): Due[] {
  return [...hours(span), ...digests(span), ...maintenances(span), ...weeks(span), ...months(span)].toSorted(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
}

function days({ from, to }: Outage): Day[] {
  return daysFrom(addDays(utcDay(from), -1), addDays(utcDay(to), 1));
}

function isIn(at: Date, { from, to }: Outage): boolean {
  return at > from && at <= to;
}

/** Each service starts and stops at its hours, once. Of what fell due in an outage, the latest is made up for. */
function hours(span: Span): Due[] {
  return hoursOf.flatMap(({ name, from, to, days: on, timeZone }) => {
    const edges = days(span)
      .flatMap((day) => {
        if (!on.includes(weekdayOf(day))) return [];
        return [
          { at: onTheWall(day, from, timeZone), verb: "start" },
          { at: onTheWall(day, to, timeZone), verb: "stop" },
        ];
      })
      .filter(({ at }) => isIn(at, span));
    let state = "start";
    return latestAfter(edges, span.outages).flatMap(({ at, verb }) => {
      if (verb === state) return [];
      state = verb;
      return [{ at, what: `${verb} ${name}` }];
    });
  });
}

/** Of those that fell due in an outage only the latest, at its end. */
function latestAfter<Each extends { at: Date }>(all: readonly Each[], outages: readonly Outage[]): Each[] {
  return all.flatMap((each, index) => {
    const outage = outages.find((one) => isIn(each.at, one));
    if (!outage) return [each];
    const next = all[index + 1];
    return next && isIn(next.at, outage) ? [] : [{ ...each, at: outage.to }];
  });
}

/** On Mondays at 9:00. */
function digests(span: Span): Due[] {
  const mondays = days(span)
    .filter((day) => weekdayOf(day) === "Monday")
    .map((day) => ({ at: onTheWall(day, "09:00", digestZone), what: "digest" }))
    .filter(({ at }) => isIn(at, span));
  return latestAfter(mondays, span.outages);
}

/** Begin and end of each maintenance, however late. */
function maintenances(span: Span): Due[] {
  return maintenanceTimes(span).flatMap(({ begin, end }) => [
    { at: atEnd(begin, span), what: "maintenance begins" },
    { at: atEnd(end, span), what: "maintenance is over" },
  ]);
}

/** When each maintenance is. */
export function maintenanceTimes(span: Span): { day: Day; begin: Date; end: Date }[] {
  const { from, to, timeZone, day: on } = maintenance;
  return days(span)
    .filter((day) => weekdayOf(day) === on)
    .map((day) => ({ day, begin: onTheWall(day, from, timeZone), end: onTheWall(day, to, timeZone) }))
    .filter(({ begin, end }) => isIn(begin, span) && isIn(end, span));
}

function atEnd(at: Date, { outages }: Span): Date {
  return outages.find((outage) => isIn(at, outage))?.to ?? at;
}

/** A report of each week on Monday at 9:00. */
function weeks(span: Span): Due[] {
  const all = days(span)
    .filter((day) => weekdayOf(day) === "Monday")
    .map((day) => ({
      at: onTheWall(day, "09:00", reportZone),
      what: `Costs of the week: ${humanDays(addDays(day, -7), addDays(day, -1))}`,
    }))
    .filter(({ at }) => isIn(at, span));
  return latestAfter(all, span.outages);
}

/** The page of each month on its first day at 9:00. */
function months(span: Span): Due[] {
  const all = days(span)
    .filter((day) => day === startOf("month", day))
    .map((day) => ({ at: onTheWall(day, "09:00", reportZone), what: `page of ${monthBefore(day)}` }))
    .filter(({ at }) => isIn(at, span));
  return latestAfter(all, span.outages);
}

function monthBefore(day: Day): string {
  const last = endOf("month", addDays(day, -1));
  return new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" }).format(
    new Date(last),
  );
}

/** A day's stop before it is deleted, and the days until then. */
export const deletesAfterDays = 3;

/**
 * The end of a service: three warnings, the stop, and the deletion with a day's grace. Of warnings that an outage kept
 * back, the latest is made up for unless the end has passed too. No stop comes sooner than half an hour after the first
 * warning.
 */
export function endOfService(name: string, end: Date, span: Span): Due[] {
  const outage = span.outages.find((one) => isIn(end, one));
  const warnings = [2 * dayMs, 2 * hourMs, 30 * minuteMs].map((beforeMs) => ({
    at: new Date(end.getTime() - beforeMs),
    what: `warned of ${name}`,
  }));
  const isUnwarned = outage !== undefined && warnings.every(({ at }) => isIn(at, outage));
  const late = outage && later(outage.to, isUnwarned ? 30 * minuteMs : 0);
  const stop = late ?? end;
  const isLeftOut = ({ at }: Due) => outage !== undefined && !isUnwarned && isIn(at, outage);
  // The grace counts from when the stop was done, and the deletion from when that was posted.
  const grace = later(stop, (deletesAfterDays - 1) * dayMs + minuteMs);
  const deleted = later(grace, dayMs + minuteMs);
  return [
    ...latestAfter(
      warnings.filter((warning) => !isLeftOut(warning)),
      span.outages,
    ),
    { at: stop, what: `stop ${name}` },
    ...twice(stop, `ended ${name}`),
    ...twice(grace, `grace of ${name}`),
    { at: deleted, what: `delete ${name}` },
    ...twice(deleted, `deleted ${name}`),
  ];
}

/** Told to the owner, and in the channel. */
function twice(at: Date, what: string): Due[] {
  return [
    { at, what: `${what}, to its owner` },
    { at, what: `${what}, in its channel` },
  ];
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
}
