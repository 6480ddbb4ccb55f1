import { AppError } from "../../../lib/errors.ts";
import { eventLoopYielder } from "../../../lib/event-loop.ts";
import { type Day, daysFrom, humanDays, utcDay } from "../../../lib/day.ts";
import type { CostDayState } from "./kept-days.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { decodeBody, shapesIn, shapeReader } from "./body.ts";
import type { CostDay, LedgerParts } from "./parts.ts";
import { isLocked } from "./freshness.ts";

type Parts = Pick<LedgerParts, "costDays" | "now" | "ending">;

// The Redis client parses a portion in one piece and blocks the event loop meanwhile.
const bytesAPortion = 64 * 1024;
const mostDaysAPortion = 64;

/**
 * The kept days of a span in order; future days have no records. Fails as `upstream` if a day is not kept, or was read
 * with another ending.
 */
export async function* readDays(
  { costDays, now, ending }: Parts,
  { from, to }: DaySpan,
): AsyncGenerator<CostDay> {
  const [time, yieldIfLong] = [now(), eventLoopYielder()];
  const shapesOf = shapeReader(costDays);
  const days = daysFrom(from, to);
  const past = days.filter((day) => day <= utcDay(time));
  const states = await costDays.states(past);
  for await (const portion of portions(costDays, past)) {
    const ofDays = await shapesOf(portion.map(({ body }) => shapesIn(body)));
    for (const [index, { day, body }] of portion.entries()) {
      const state = stateOf(day, states);
      if (state.ending !== ending) gone(day);
      const records = decodeBody(day, body, ofDays[index] ?? []);
      yield { day, locked: isLocked(day, state, time), records, disputed: state.disputed };
      await yieldIfLong();
    }
  }
  for (const day of days.slice(past.length)) yield { day, locked: false, records: [] };
}

/** Reads the next portion while the caller works on the current one. */
async function* portions(costDays: Parts["costDays"], days: readonly Day[]) {
  let size = 1;
  let ahead = read(costDays, days.slice(0, size));
  for (let at = 0; at < days.length;) {
    const portion = await ahead;
    at += portion.length;
    const bytes = portion.reduce((sum, { body }) => sum + body.length, 0);
    size = Math.min(mostDaysAPortion, Math.max(1, Math.floor((bytesAPortion * portion.length) / bytes)));
    ahead = read(costDays, days.slice(at, at + size));
    // A caller may stop early. Then this failure must not become an unhandled rejection.
    ahead.catch(() => undefined);
    yield portion;
  }
}

async function read(
  costDays: Parts["costDays"],
  days: readonly Day[],
): Promise<{ day: Day; body: Buffer }[]> {
  const bodies = await costDays.bodies(days);
  return days.map((day, index) => ({ day, body: bodies[index] ?? gone(day) }));
}

function stateOf(day: Day, states: ReadonlyMap<Day, CostDayState>): CostDayState {
  return states.get(day) ?? gone(day);
}

function gone(day: Day): never {
  throw new AppError("upstream", `I don't have the costs of ${humanDays(day, day)} right now. Ask again.`);
}
