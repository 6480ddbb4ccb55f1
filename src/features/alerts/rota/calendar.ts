import ICAL from "ical.js";
import { memoize } from "../../../lib/cache.ts";
import { dayMs } from "../../../lib/duration.ts";
import { localTime } from "../../../lib/time.ts";
import { findZone } from "../../../lib/zone-names.ts";
import { type FedPerson, peopleOf } from "./event-people.ts";

/** A person's time on call as a feed has it, in Unix milliseconds. */
export interface FedShift extends FedPerson {
  fromMs: number;
  toMs: number;
}

/** Shifts that end before, or begin after, aren't read. */
const backMs = dayMs;
const aheadMs = 30 * dayMs;
/** A feed with more of them in that time isn't a rota. */
const mostShifts = 1_000;

/** Why a feed can't be read, for people. */
export class FeedProblem extends Error {}

/** The times on call in an iCal feed around a moment, by their begin. Fails as a FeedProblem for anything but iCal. */
export function shiftsIn(text: string, nowMs: number): FedShift[] {
  const calendar = parsed(text);
  const events = calendar
    .getAllSubcomponents("vevent")
    .map((each) => new ICAL.Event(each, { exceptions: [] }));
  const instantOf = clockOf(calendar);
  const changes = Map.groupBy(
    events.filter((event) => event.isRecurrenceException()),
    ({ uid }) => uid,
  );
  const shifts: FedShift[] = [];
  for (const event of events) {
    const changed = event.isRecurrenceException() ? [] : (changes.get(event.uid) ?? []);
    for (const span of spansOf(event, changed, instantOf, nowMs)) {
      shifts.push(...peopleOf(event).map((person) => ({ ...span, ...person })));
      if (shifts.length > mostShifts) throw new FeedProblem("It has more events than a rota needs.");
    }
  }
  return shifts.toSorted((a, b) => a.fromMs - b.fromMs);
}

function parsed(text: string): ICAL.Component {
  try {
    const component = ICAL.Component.fromString(text);
    if (component.name === "vcalendar") return component;
  } catch {
    // The library's message quotes the text.
  }
  throw new FeedProblem("The answer isn't an iCal calendar.");
}

interface Span {
  fromMs: number;
  toMs: number;
}

/** The times of an event around a moment. Those that were changed are events of their own. */
function* spansOf(
  event: ICAL.Event,
  changed: readonly ICAL.Event[],
  instantOf: InstantOf,
  nowMs: number,
): Generator<Span> {
  const { component, startDate } = event;
  if (!startDate || component.getFirstPropertyValue("status") === "CANCELLED") return;
  const [start, end] = ["dtstart", "dtend"].map((name) => component.getFirstProperty(name));
  const isNear = ({ fromMs, toMs }: Span) =>
    fromMs < toMs && toMs > nowMs - backMs && fromMs < nowMs + aheadMs;
  if (!event.isRecurring()) {
    const span = { fromMs: instantOf(startDate, start), toMs: instantOf(event.endDate, end ?? start) };
    if (isNear(span)) yield span;
    return;
  }
  const isLeftOut = leftOut(event, changed, instantOf);
  // By the clock on the wall: a week from 9:00 ends at 9:00, also if the clocks change.
  const length = event.endDate.subtractDate(startDate);
  const times = event.iterator();
  for (let time = times.next(); time; time = times.next()) {
    const fromMs = instantOf(time, start);
    if (fromMs >= nowMs + aheadMs) return;
    const until = time.clone();
    until.addDuration(length);
    const span = { fromMs, toMs: instantOf(until, start) };
    if (isNear(span) && !isLeftOut(time, fromMs)) yield span;
  }
}

/**
 * Finds the occurrences that were taken out or changed. The library skips one too few if a date was taken out that is no
 * occurrence.
 */
function leftOut({ component }: ICAL.Event, changed: readonly ICAL.Event[], instantOf: InstantOf) {
  const instants = new Set(
    changed.map((each) => instantOf(each.recurrenceId, each.component.getFirstProperty("recurrence-id"))),
  );
  const days = new Set<string>();
  for (const property of component.getAllProperties("exdate"))
    for (const time of property.getValues()) {
      if (!(time instanceof ICAL.Time)) continue;
      if (time.isDate) days.add(time.toString());
      else instants.add(instantOf(time, property));
    }
  return (time: ICAL.Time, fromMs: number) => instants.has(fromMs) || days.has(time.toString().slice(0, 10));
}

/** When the clocks of a property's time zone show a time, in Unix milliseconds. */
type InstantOf = (time: ICAL.Time, property: ICAL.Property | null | undefined) => number;

/**
 * A zone is known by its IANA name, or else as the feed describes it. A time without a zone, and a day, are in the
 * calendar's zone, or UTC.
 */
function clockOf(calendar: ICAL.Component): InstantOf {
  const zoneNamed = memoize(findZoneNamed);
  const own = zoneNamed(String(calendar.getFirstPropertyValue("x-wr-timezone"))) ?? "UTC";
  return (time, property) => {
    if (time.zone === ICAL.Timezone.utcTimezone) return time.toUnixTime() * 1_000;
    const named = property?.getParameter("tzid");
    const zone = named === undefined ? own : zoneNamed(String(named));
    if (zone === undefined) return time.toUnixTime() * 1_000;
    const [day = "", clock = ""] = time.toString().split("T");
    return localTime(day, clock.slice(0, 5) || "00:00", zone).getTime() + time.second * 1_000;
  };
}

function findZoneNamed(name: string): string | undefined {
  const found = findZone(name);
  return "zone" in found ? found.zone : undefined;
}
