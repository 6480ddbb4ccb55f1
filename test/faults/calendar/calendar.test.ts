import process from "node:process";
import { expect, test } from "vitest";
import { addDays } from "../../../src/lib/day.ts";
import { dayMs } from "../../../src/lib/duration.ts";
import { amount } from "../../support/soak.ts";
import { followBudgets, levelLine, postedOfBudgets } from "../followed-budgets.ts";
import { after } from "./agenda.ts";
import { type Happened, postedSince, uncertain } from "./ledger.ts";
import { lateMs, liveThrough } from "./live.ts";
import type { Due, Span } from "./plan.ts";
import { plainRedis, startCalendarWorld } from "./world.ts";

const from = new Date("2027-03-10T06:00:00Z");
/** Clocks change twice within the usual days, in New York and in Berlin, and six times within those of a soak. */
const days = amount({ usual: 30, soak: 400 });
const to = after(from, days * dayMs);

/** From a Friday's noon to a Tuesday's evening: a Monday, a Sunday and the days between. */
const outages = ["2027-04-02", "2027-07-16", "2027-10-15", "2028-02-18"].map((friday) => ({
  from: new Date(`${friday}T12:00:00Z`),
  to: new Date(`${addDays(friday, 4)}T20:45:00Z`),
}));
const span: Span = { from, to, outages: outages.filter((outage) => outage.to < to) };

/** What happened otherwise than expected, a line each. */
function differences(expected: readonly Due[], happened: readonly Happened[]): string[] {
  const names = new Set([...expected, ...happened].map(({ what }) => what));
  return [...names].flatMap((what) => {
    const [wanted, seen] = [timesOf(expected, what), timesOf(happened, what)];
    const isInTime = (at: number, index: number) => {
      const seenAt = seen[index] ?? 0;
      return seenAt >= at - 1_000 && seenAt < at + lateMs;
    };
    const isRight = wanted.length === seen.length && wanted.every(isInTime);
    return isRight ? [] : [`${what}: expected ${shown(wanted)}, and there was ${shown(seen)}`];
  });
}

function timesOf(all: readonly Due[], what: string): number[] {
  return all
    .filter((each) => each.what === what)
    .map(({ at }) => at.getTime())
    .toSorted((a, b) => a - b);
}

function shown(times: readonly number[]): string {
  return times.map((at) => new Date(at).toISOString()).join(" ");
}

function isUncertain({ what }: Happened): boolean {
  return what.startsWith(uncertain(""));
}

test(
  `over ${days} days with three replicas killed and suspended, and days without Redis, each warning, stop, hour, beat, window, report and message happens once`,
  async () => {
    await using world = await startCalendarWorld(from.toISOString());
    using ending = new DisposableStack();
    const redis = ending.adopt(plainRedis(world), (each) => each.disconnect());
    const { replicas, places } = world;
    const begunAt = replicas.clock.now();
    const budgets = followBudgets(redis);
    const percent = amount({ usual: 4, soak: 8 });
    const { expected, moments, killed, suspended } = await liveThrough(world, span, budgets, percent);

    const all = [...(await postedSince(replicas, places, begunAt)), ...(await world.effects())];
    const happened = all.filter((each) => !isUncertain(each));
    expect(differences(expected, happened)).toEqual([]);
    const unsure = all.length - happened.length;
    // One for the owner and one for the channel, at most. The owner who left was asked about during a kill, too.
    expect(unsure).toBeLessThanOrEqual(2 * (killed + suspended + 1));
    const levels = (await postedOfBudgets(replicas, "general")).levels.map(levelLine);
    expect(new Set(levels).size).toBe(levels.length);
    expect(levels).toEqual(expect.arrayContaining([...budgets.decided]));
    expect(budgets.decided.length).toBeGreaterThan(0);
    process.stdout.write(
      `${days} days, ${moments} moments: ${expected.length} expected, ${happened.length} happened; ` +
        `${killed + 1} kills, ${suspended} suspended, ${span.outages.length} times without Redis, ` +
        `${levels.length} levels of budgets, ${unsure} posts of what wasn't certain\n`,
    );
  },
  amount({ usual: 240_000, soak: 3_600_000 }),
);
