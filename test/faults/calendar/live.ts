import { setTimeout as sleep } from "node:timers/promises";
import { minuteMs } from "../../../src/lib/duration.ts";
import { seededBetween } from "@quartermaster/reference-cloud/seeded-random";
import type { FollowedBudgets } from "../followed-budgets.ts";
import { type Moment, after, agendaOf } from "./agenda.ts";
import { type Happened, postedSince } from "./ledger.ts";
import type { Due, Span } from "./plan.ts";
import type { CalendarWorld } from "./world.ts";

/** What had to happen, and how often replicas were harmed. */
export interface Lived {
  expected: readonly Due[];
  moments: number;
  killed: number;
  suspended: number;
}

/** A process that is killed holds what it did for some seconds. */
const patienceMs = 15_000;
/** The next try of an uncertain stop is an hour later. */
const mostMoves = 14;
const moveMs = 5.5 * minuteMs;

/** As late as the clock goes on at most. */
export const lateMs = mostMoves * 6 * minuteMs;

/**
 * Moves the clock to each moment of a span, does what is to be done then, and waits for what is due. Of a hundred
 * moments so many kill a replica, and so many suspend one.
 */
export async function liveThrough(
  world: CalendarWorld,
  span: Span,
  budgets: FollowedBudgets,
  percent: number,
): Promise<Lived> {
  const all = agendaOf(span);
  const lived = { expected: new Array<Due>(), moments: 0, killed: 0, suspended: 0 };
  for (let moment = all.next(); moment && moment.at <= span.to; moment = all.next()) {
    const wasAway = await moveTo(moment.at, world, span);
    const isCalm = wasAway || moment.inputs.length > 0;
    const [what, ...led] = await Promise.all([
      isCalm ? undefined : harm(world, moment.at, percent),
      ...moment.inputs.map((run) => run(world)),
    ]);
    const now = world.replicas.clock.now();
    all.add(led.flat().filter(({ at }) => at > now));
    const due = [...moment.due, ...led.flat().filter(({ at }) => at <= now)];
    await waitFor(world, { at: moment.at, due });
    // A budget looks every half hour. A period is known for weeks.
    if (due.some((each) => each.what === "digest")) await budgets.checkedAt(moment.at);
    lived.expected.push(...due);
    lived.moments += 1;
    if (what) lived[what] += 1;
  }
  return lived;
}

/** Moves the clock to a time. If an outage ends then, Redis is killed at its begin and started at its end. */
async function moveTo(time: Date, { replicas, redis }: CalendarWorld, { outages }: Span): Promise<boolean> {
  const { clock } = replicas;
  const outage = outages.find(({ to }) => to.getTime() === time.getTime());
  if (outage) {
    clock.moveTo(outage.from);
    await redis.kill();
    clock.moveTo(time);
    await redis.start();
  } else if (time > clock.now()) {
    clock.moveTo(time);
  }
  return outage !== undefined;
}

/** Kills or suspends a replica now and then, at a random time after a move of the clock. */
async function harm(
  { replicas }: CalendarWorld,
  at: Date,
  percent: number,
): Promise<"killed" | "suspended" | undefined> {
  const draw = (key: string, to: number) => seededBetween(0, to, at.toISOString(), key);
  const chance = draw("which", 100);
  if (chance >= 2 * percent) return undefined;
  await sleep(draw("when", 250));
  if (chance < percent) await replicas.kill();
  else await replicas.suspend(draw("long", 1_500));
  return chance < percent ? "killed" : "suspended";
}

/**
 * Waits until all that is due at a moment has happened. A command that a dying process may have sent is tried again
 * after minutes, so the clock goes on by some.
 */
async function waitFor(world: CalendarWorld, { at, due }: Pick<Moment, "at" | "due">): Promise<void> {
  const { clock } = world.replicas;
  let [sinceMs, moves] = [performance.now(), 0];
  for (;;) {
    const [posted, states] = await Promise.all([
      postedSince(world.replicas, world.places, after(at, -1_000)),
      world.states(),
    ]);
    const missing = due.filter(({ what }) => !hasHappened(what, posted, states));
    if (missing.length === 0) return;
    if (performance.now() - sinceMs > (moves === 0 ? patienceMs : 5_000)) {
      const names = missing.map(({ what }) => what).join(", ");
      if (moves === mostMoves) {
        const there = posted.map(({ what }) => what).join(", ") || "nothing";
        throw new Error(`At ${at.toISOString()} this is missing: ${names}. Posted since: ${there}`);
      }
      moves += 1;
      sinceMs = performance.now();
      clock.moveTo(after(clock.now(), moveMs));
    }
    await sleep(20);
  }
}

function hasHappened(
  what: string,
  posted: readonly Happened[],
  states: ReadonlyMap<string, string>,
): boolean {
  const [, verb, name = ""] = /^(start|stop|delete) (.+)$/.exec(what) ?? [];
  if (verb === undefined) return posted.some((each) => each.what === what);
  return states.get(name) === { start: "running", stop: "stopped" }[verb];
}
