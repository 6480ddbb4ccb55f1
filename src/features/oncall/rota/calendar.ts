import { dayMs } from "../../../lib/duration.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import { type FeedEvent, eventIn, mostDates } from "./feed-events.ts";
import { type FeedLine, type FeedPart, FeedProblem, calendarsIn, lineOf, textOf } from "./feed-lines.ts";
import type { Clock } from "./feed-times.ts";
import { type AssumedZone, clockFinder } from "./feed-zones.ts";
import { occurrencesOf } from "./occurrences.ts";
import { dayQuota } from "./rule.ts";

/** A person's time on call as a feed has it, in Unix milliseconds. */
export interface FedShift extends FedPerson {
  fromMs: number;
  toMs: number;
}

/** What is in a feed around a moment. */
export interface FeedReading {
  /** By their begin. */
  shifts: FedShift[];
  /** What can't be read: the titles of events, or the line where it is. */
  leftOut: string[];
  /** Zones of these shifts that aren't known for sure. */
  zones: AssumedZone[];
}

/** Shifts that end before, or begin after, aren't read. */
const backMs = dayMs;
const aheadMs = 30 * dayMs;
/** A feed with more of them in that time isn't a rota. */
const mostShifts = 1_000;
const longestTitle = 100;

/**
 * The times on call in an iCal feed around a moment. What can't be read is left out and named. Fails as a FeedProblem for
 * anything but iCal, for more than a rota needs, and if no event can be read.
 */
export function readCalendar(text: string, nowMs: number): FeedReading {
  const calendars = calendarsIn(text);
  const assumed = new Map<Clock, AssumedZone>();
  const leftOut: string[] = [];
  const events: FeedEvent[] = [];
  const look = dayQuota();
  const clocksOf = clockFinder(nowMs, assumed, look);
  let dates = 0;
  for (const calendar of calendars) {
    const clocks = clocksOf(calendar);
    const isCancelled = /^cancel$/i.test(lineOf(calendar, "METHOD")?.value ?? "");
    for (const part of calendar.parts) {
      if (part.name !== "VEVENT") continue;
      for (const { name, value } of part.lines)
        if (/^(?:RDATE|EXDATE)$/.test(name)) dates += value.split(",", mostDates + 1).length;
      if (dates > mostDates)
        throw new FeedProblem(`It has more than ${mostDates.toLocaleString("en")} dates.`);
      const event = eventIn(part, clocks, (line) => leftOut.push(`line ${line}`));
      if (event) events.push(isCancelled ? { ...event, isCancelled } : event);
      else leftOut.push(titleOf(textOf(lineOf(part, "SUMMARY"))) || `line ${part.number}`);
    }
  }
  if (events.length === 0 && leftOut.length > 0) throw new FeedProblem("No event in it can be read.");
  const shifts: FedShift[] = [];
  const zones = new Set<AssumedZone>();
  const near = { fromMs: nowMs - backMs, toMs: nowMs + aheadMs };
  for (const { fromMs, toMs, event } of occurrencesOf(events, near, look)) {
    for (const time of [event.start, event.end]) {
      const zone = "clock" in time ? assumed.get(time.clock) : undefined;
      if (zone) zones.add(zone);
    }
    shifts.push(...peopleOf(event.part).map((person) => ({ fromMs, toMs, ...person })));
    if (shifts.length > mostShifts) throw new FeedProblem("It has more events than a rota needs.");
  }
  return { shifts: shifts.toSorted((a, b) => a.fromMs - b.fromMs), leftOut, zones: [...zones] };
}

function titleOf(summary: string): string {
  return truncate(oneLine(summary.slice(0, 1_000)), longestTitle);
}

/** A person as a feed names them. */
interface FedPerson {
  name: string;
  email: string | undefined;
}

const longestName = 100;
/** What is looked at of a title. */
const longestRead = 500;
/** More people than that are not on call. */
const mostPeople = 5;

/**
 * The people who are on call by an event: those who were invited, or the one in its title. The organizer isn't one of
 * them, because they often only wrote it down.
 */
function peopleOf(event: FeedPart): FedPerson[] {
  const title = oneLine(textOf(lineOf(event, "SUMMARY")).slice(0, longestRead));
  const organizer = addressOf(lineOf(event, "ORGANIZER"));
  const attendees = event.lines.filter(({ name }) => name === "ATTENDEE");
  const invited = attendees.filter(isComing).map(personIn);
  const guests = invited.length > 1 ? invited.filter(({ email }) => email !== organizer) : invited;
  const titled = nameIn(title);
  const named = guests.filter(({ name, email }) => isIn(title, name) || isIn(title, email));
  const people = (named.length > 0 ? named : guests).slice(0, mostPeople);
  if (people.length === 0) return [{ name: cut(titled), email: emailIn(title) }];
  // Feeds of PagerDuty have the address alone here, and the name in the title.
  const alone = people.length === 1 ? titled : "";
  return people.map(({ name, email }) => ({ name: cut(name ?? (alone || email || "")), email }));
}

/** A room isn't a person, and who declined isn't on call. */
function isComing({ params }: FeedLine): boolean {
  const [kind, answer] = ["CUTYPE", "PARTSTAT"].map((each) => params.get(each) ?? "");
  return !/^(?:resource|room|group)$/i.test(kind ?? "") && !/^declined$/i.test(answer ?? "");
}

function personIn(attendee: FeedLine): { name: string | undefined; email: string | undefined } {
  const email = addressOf(attendee);
  const name = oneLine((attendee.params.get("CN") ?? "").slice(0, longestRead));
  // Google writes the address here too if it has no name.
  return { name: name === "" || emailIn(name) ? undefined : name, email };
}

/** A line break in an address comes from broken folding. */
function addressOf(line: FeedLine | undefined): string | undefined {
  return emailIn(line?.value.slice(0, longestRead).replace(/\s/g, "") ?? "");
}

function isIn(title: string, words: string | undefined): boolean {
  return words !== undefined && title.toLowerCase().includes(words.toLowerCase());
}

function emailIn(text: string): string | undefined {
  return /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/.exec(text)?.[0].toLowerCase();
}

/**
 * The name in a title. PagerDuty writes "On Call - Ana Lima - Primary", Grafana OnCall "[L1] ana", and people "Ana Lima
 * (on-call)" or "On call: Ana Lima".
 */
function nameIn(title: string): string {
  const bare = title
    .replace(/^\s*\[L\d\]\s*/i, "")
    .replace(/^\s*on[ -]?call\s*[-:–—]\s*/i, "")
    .replace(/\s*\(?\s*(?:is\s+)?on[ -]?call\b.*$/i, "");
  const [name = ""] = bare.split(/\s+[-–—|]\s+/);
  return name.trim() === "" ? title.trim() : name.trim();
}

function cut(name: string): string {
  return truncate(name, longestName);
}
