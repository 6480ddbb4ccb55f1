import { type Day, addDays } from "../../../lib/day.ts";
import { dayMs, minuteMs } from "../../../lib/duration.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { unfitText } from "../../../lib/kinds.ts";
import { localDay, localTime } from "../../../lib/time.ts";
import { escapeMrkdwn } from "../../../platform/blocks/escape.ts";
import type { FactsOf, ServiceFact } from "../../../platform/commands/service-facts.ts";
import { unfitLine } from "../../../platform/jobs/failing.ts";
import { isMade } from "../changes/change.ts";
import type { LifecycleContext } from "../context.ts";
import { HoursSchedule } from "./schedule.ts";
import * as texts from "./texts.ts";

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

/** When each service runs, with the button that wakes it. */
export const hoursOfService: ServiceFact<LifecycleContext> = {
  label: "Hours",
  rank: 6,
  async read(services, context) {
    const names = new Map(services.map(({ serviceId, name }) => [serviceId, name]));
    const all = await context.schedules.list(HoursSchedule);
    const own = services.filter(({ serviceId }) => all.some((each) => each.service.serviceId === serviceId));
    const running = await runningNow(own, context);
    return new Map(
      all.flatMap((each) => {
        const name = names.get(each.service.serviceId);
        if (name === undefined) return [];
        const hours = texts.hours(each);
        const unfit = unfitText(HoursSchedule, each);
        const text = [escapeMrkdwn(hours), ...unfitLine(unfit)].join(" ");
        if (unfit !== undefined) return [[each.service.serviceId, { text, data: { hours } }] as const];
        const isRunning = running.get(each.service.serviceId) ?? isWithin(each, context.now());
        const stopAt = isRunning ? nextStop(each, context.now()) : undefined;
        const wake = { text: texts.wakeButton, command: wakes(name) };
        const longer = { text: texts.longerButton, command: wakes(name, { longer: true }) };
        // Nothing stops one that runs by hand outside its hours, so there is nothing to offer.
        const button = isRunning ? stopAt && longer : wake;
        return [[each.service.serviceId, { text, data: { hours }, ...(button && { button }) }] as const];
      }),
    );
  },
};

function wakes(service: string, more: object = {}) {
  return { call: "services_wake", args: { service, ...more } };
}

// As for the state of services, which is read with the same request.
const freshMs = minuteMs;

/** Whether services run, by id, as far as their clouds tell. */
async function runningNow(
  services: readonly FactsOf[],
  context: LifecycleContext,
): Promise<ReadonlyMap<string, boolean>> {
  const since = new Date(context.now().getTime() - freshMs);
  const connections = [...new Set(services.map(({ connection }) => connection))];
  const listed = await Promise.all(
    connections.map((each) => attempt(() => context.servicesSince(each, since))),
  );
  const found = listed.flatMap((each) => (each instanceof AppError ? [] : each));
  const known = found.filter(({ state }) => state !== undefined);
  return new Map(known.map((service) => [service.id, isMade({ kind: "start" }, service)]));
}
