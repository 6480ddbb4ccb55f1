import { addDays, type Day } from "../../../lib/day.ts";
import { dayMs } from "../../../lib/duration.ts";
import { localDay, localTime } from "../../../lib/time.ts";
import type { HoursSchedule } from "./schedule.ts";

type Hours = Pick<HoursSchedule, "from" | "to" | "days" | "timeZone">;

/** A moment at which a service starts or stops. */
export interface Edge {
  at: Date;
  verb: "start" | "stop";
  /** True if nothing is done at it, because someone woke the service over it. */
  isSkipped?: true;
}

/** The edges after one moment and up to another, in order. A skipped time is the moment of the change of clocks. */
export function edgesBetween(hours: Hours, after: Date, upTo: Date): Edge[] {
  const { timeZone } = hours;
  // A night may begin the day before.
  const first = addDays(localDay(after, timeZone), -1);
  const last = localDay(upTo, timeZone);
  const edges: Edge[] = [];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    if (!hours.days.includes(isoWeekday(day))) continue;
    edges.push({ at: localTime(day, hours.from, timeZone), verb: "start" });
    const end = hours.to > hours.from ? day : addDays(day, 1);
    edges.push({ at: localTime(end, hours.to, timeZone), verb: "stop" });
  }
  const sorted = edges
    .filter(({ at }) => at > after && at <= upTo)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.verb === "stop" ? -1 : 1));
  // One day's end that is the next one's beginning isn't an edge.
  return sorted.filter((edge, index) => {
    const [before, next] = [sorted[index - 1], sorted[index + 1]];
    const meets = (other: Edge | undefined) =>
      other !== undefined && other.at.getTime() === edge.at.getTime() && other.verb !== edge.verb;
    return !meets(before) && !meets(next);
  });
}

/** 1 for Monday. */
function isoWeekday(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

// A week has an edge, and a shift of clocks moves it by hours.
const longestMs = 9 * dayMs;

/** The next edge after a moment. */
export function nextEdge(hours: Hours, after: Date): Edge | undefined {
  return edgesBetween(hours, after, new Date(after.getTime() + longestMs))[0];
}

/** True if a service runs at this moment by its hours. */
export function isWithin(hours: Hours, at: Date): boolean {
  const since = new Date(at.getTime() - longestMs);
  return edgesBetween(hours, since, at).at(-1)?.verb === "start";
}

/** The edge to carry out now: the latest that wasn't. Those that were missed before it are over. */
export function dueEdge(hours: Pick<HoursSchedule, "state"> & Hours, now: Date): Edge | undefined {
  const { doneAt, wokenUntil } = hours.state;
  const since = new Date(Math.max(Date.parse(doneAt), now.getTime() - longestMs));
  const due = edgesBetween(hours, since, now).at(-1);
  const woken = wokenUntil === undefined ? undefined : new Date(wokenUntil);
  const isOver = woken !== undefined && woken > since && woken <= now && !isWithin(hours, woken);
  if (isOver && (due === undefined || due.at < woken)) return { at: woken, verb: "stop" };
  return due?.verb === "stop" && woken !== undefined && woken > now ? { ...due, isSkipped: true } : due;
}

/** When to look again: at the next edge, or when it was woken until. */
export function nextMoment(hours: Pick<HoursSchedule, "state"> & Hours, now: Date): Date {
  const { wokenUntil } = hours.state;
  const woken = wokenUntil === undefined ? undefined : new Date(wokenUntil);
  const edge = nextEdge(hours, now)?.at ?? new Date(now.getTime() + dayMs);
  return woken && woken > now && woken < edge ? woken : edge;
}

/** Until when it is woken. Undefined if it isn't. */
export function wokenUntil({ state }: Pick<HoursSchedule, "state">, now: Date): Date | undefined {
  const until = state.wokenUntil === undefined ? undefined : new Date(state.wokenUntil);
  return until && until > now ? until : undefined;
}

/** When a service that runs now is stopped next. Undefined if it runs by hand outside its hours: nothing stops it then. */
export function nextStop(hours: Pick<HoursSchedule, "state"> & Hours, now: Date): Date | undefined {
  const woken = wokenUntil(hours, now);
  if (woken && !isWithin(hours, woken)) return woken;
  const edge = nextEdge(hours, woken ?? now);
  return edge?.verb === "stop" ? edge.at : undefined;
}
