import { listening } from "../../../src/platform/redis/listening.ts";
import { daysFrom, utcDay, weekdayOf } from "../../../src/lib/day.ts";
import { dayMs, minuteMs } from "../../../src/lib/duration.ts";
import { until } from "../../support/until.ts";
import { type Due, type Span, endOfService, maintenanceTimes, planned } from "./plan.ts";
import { type CalendarWorld, beatEverySeconds } from "./world.ts";

/** A moment of the calendar: what is done then, and what must then have happened. */
export interface Moment {
  at: Date;
  due: Due[];
  /** Each returns what it leads to. */
  inputs: ((world: CalendarWorld) => Promise<Due[]>)[];
}

/** The moments to come. */
export interface Agenda {
  add(due: readonly Due[]): void;
  /** Takes the first one out. */
  next(): Moment | undefined;
}

/** A time so much later. */
export function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/** Everything that is to come in a span. */
export function agendaOf(span: Span): Agenda {
  const moments = new Map<number, Moment>();
  const at = (time: Date): Moment => {
    const known = moments.get(time.getTime()) ?? { at: time, due: [], inputs: [] };
    moments.set(time.getTime(), known);
    return known;
  };
  const input = (time: Date, run: Moment["inputs"][number]) => void at(time).inputs.push(run);
  const add = (due: readonly Due[]) => {
    for (const each of due) at(each.at).due.push(each);
  };
  const inOutage = (time: Date) => span.outages.some(({ from, to }) => time >= from && time <= to);

  add(planned(span));
  for (const time of wednesdays(span).filter((noon) => !inOutage(noon))) {
    input(time, missBeat);
    input(after(time, 10 * minuteMs), beatAgain);
  }
  for (const { day, begin, end } of maintenanceTimes(span)) {
    if (inOutage(begin)) continue;
    input(after(begin, 20 * minuteMs), alertOf(day, "firing"));
    add([{ at: end, what: `alert of ${day}` }]);
    input(after(end, 10 * minuteMs), alertOf(day, "resolved"));
  }
  for (const [index, { at: time, days }] of temporaries(span).entries()) {
    const name = `temp ${index + 1}`;
    input(time, async (world) => endOfService(name, await world.temporary(name, days), span));
  }
  input(after(span.from, 7 * dayMs + 250 * minuteMs), ownerLeaves);
  return {
    add,
    next() {
      const first = Math.min(...moments.keys());
      const moment = moments.get(first);
      moments.delete(first);
      return moment;
    },
  };
}

/** Each Wednesday's noon, on which a beat is missing. */
function wednesdays({ from, to }: Span): Date[] {
  return daysFrom(utcDay(from), utcDay(to))
    .filter((day) => weekdayOf(day) === "Wednesday")
    .map((day) => new Date(`${day}T12:00:00Z`))
    .filter((time) => time > from && time < to);
}

/** When services are made that end after some days. The second one's warnings and its end are in the first outage. */
function temporaries({ from, to }: Span): { at: Date; days: number }[] {
  const begin = after(from, 250 * minuteMs);
  return [
    { at: after(begin, dayMs), days: 9 },
    { at: after(begin, 19 * dayMs), days: 7 },
    ...Array.from({ length: 14 }, (_, index) => ({
      at: after(begin, (41 + index * 23) * dayMs),
      days: 3 + (index % 5),
    })),
  ].filter(({ at, days }) => after(at, (days + 1) * dayMs) < to);
}

/** Lets a little time go on, until replicas noted that they take deliveries. */
async function passListening({ replicas, client }: CalendarWorld): Promise<void> {
  const { clock } = replicas;
  const notes = listening(client);
  const time = after(clock.now(), 2_000);
  clock.moveTo(time);
  // One of the three may be about to start.
  await until(async () => {
    const { spans } = await notes.read();
    return spans.filter(({ atMs }) => atMs >= time.getTime()).length >= 2;
  });
}

/** It says nothing of an alert: those are posted also where beats are expected. */
const beat = { beat: "nightly" };

async function missBeat(world: CalendarWorld): Promise<Due[]> {
  const { replicas, store, beats } = world;
  const now = replicas.clock.now();
  const state = () => store.heartbeats.find(beats.hook.id);
  const { heartbeat } = beats.hook;
  if (!heartbeat) throw new Error("The hook expects no beats.");
  await store.hooks.change(beats.hook.id, (hook) => ({ ...hook, heartbeat }));
  await store.heartbeats.begin(beats.hook.id, heartbeat, now.getTime());
  await passListening(world);
  await world.deliver(beats, beat);
  await until(async () => ((await state())?.beatAtMs ?? 0) > now.getTime());
  // On a busy machine replicas may note it so late that the countdown begins again.
  for (let steps = 0; steps < 100 && (await state())?.missedAtMs === undefined; steps += 1)
    await passListening(world);
  return [{ at: after(now, beatEverySeconds * 1_000), what: "no beat" }];
}

async function beatAgain(world: CalendarWorld): Promise<Due[]> {
  const { store, beats } = world;
  await world.deliver(beats, beat);
  await until(async () => (await store.incidents.open(beats.hook.id)).length === 0);
  // Days go by in seconds from here, and no one sends beats in them.
  await store.hooks.change(beats.hook.id, ({ heartbeat: _expected, ...hook }) => hook);
  return [];
}

function alertOf(day: string, status: "firing" | "resolved"): Moment["inputs"][number] {
  return async (world) => {
    const { alerts, store } = world;
    await world.deliver(alerts, { title: `Held ${day}`, status });
    const wanted = status === "firing" ? 1 : 0;
    await until(async () => (await store.incidents.open(alerts.hook.id)).length === wanted);
    return [];
  };
}

/** While a replica is killed. */
async function ownerLeaves(world: CalendarWorld): Promise<Due[]> {
  const at = world.replicas.clock.now();
  await Promise.all([world.leaves("Noor Haddad", "Sam Rivera"), world.replicas.kill()]);
  return [{ at, what: "Noor Haddad has left" }];
}
