import { setTimeout } from "node:timers/promises";
import { type Day, daysFrom, humanDays, utcDay } from "../../../lib/day.ts";
import { AppError } from "../../../lib/errors.ts";
import { eventLoopYielder } from "../../../lib/event-loop.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { askWindow } from "./ask-window.ts";
import { decodeBody, shapeReader, shapesIn } from "./body.ts";
import {
  type CostDay,
  type CostDayState,
  type LedgerParts,
  isFresh,
  isLocked,
  singleFlights,
} from "./kept-days.ts";
import {
  type ReadProgress,
  type WaitPolicy,
  brokenHalfWay,
  followProgress,
  longestWaitMs,
  paceOf,
  pacer,
  windowsOf,
} from "./pace.ts";

export type { CostDay } from "./kept-days.ts";
export { singleFlights } from "./kept-days.ts";
export type { ReadProgress } from "./pace.ts";

/** The costs of a connection's organization, day by day over any length. Each day is fetched once and kept. */
export interface CostLedger {
  /**
   * Fetches the days up to today that are missing or stale. Stays within the request quota, and waits up to 25 minutes for
   * it. Fails as AppError that says how far it came; the days read so far are kept.
   */
  fetch(spans: readonly DaySpan[], onProgress?: (progress: ReadProgress) => void): Promise<void>;
  /**
   * Fetches all days of a span up to today again, final ones too, and replaces the kept days. Fails as `fetch` does.
   */
  reread(span: DaySpan, onProgress?: (progress: ReadProgress) => void): Promise<RereadDays>;
  /** The fetched days in order, read in small portions so the event loop stays free. A future day has no records. */
  days(span: DaySpan): AsyncIterable<CostDay>;
}

/** The result of a reread. */
interface RereadDays {
  days: readonly Day[];
  /** The days that were kept before and differ now. */
  changed: readonly Day[];
}

/** The ledger of one connection. */
export function costLedger(parts: LedgerParts): CostLedger {
  const { costDays, now, ending, singleFlight = singleFlights()(""), sleep = setTimeout } = parts;
  const pace = paceOf(parts.requestsPerWindow);

  async function missing(days: readonly Day[]): Promise<Day[]> {
    const states = await costDays.states(days);
    return days.filter((day) => !isFresh(day, states.get(day), now(), ending));
  }

  /** Fetches what is missing; another fetch may have brought some days since. */
  async function bringIn(window: DaySpan, waitPolicy: WaitPolicy): Promise<void> {
    const [left] = windowsOf(await missing(daysFrom(window.from, window.to)));
    if (!left) return;
    await singleFlight(`${left.from} ${left.to}`, () => askWindow(parts, left, { waitPolicy }));
  }

  async function eachWindow(
    windows: readonly DaySpan[],
    onProgress: (progress: ReadProgress) => void,
    work: (window: DaySpan, waitPolicy: WaitPolicy) => Promise<void>,
  ): Promise<void> {
    if (windows.length === 0) return;
    const progress = followProgress(windows.length, pace, onProgress);
    const waitPolicy = {
      sleep,
      now,
      deadlineMs: now().getTime() + longestWaitMs,
      onWait: progress.onWait,
    };
    const next = pacer({ sleep, now }, pace, windows.length);
    try {
      for (const window of windows) {
        await next();
        // Without any result yet, fail at once instead of waiting for a cloud that is down.
        await work(window, { ...waitPolicy, insists: progress.done > 0 });
        progress.onDone();
      }
    } catch (error) {
      throw brokenHalfWay(error, progress);
    }
  }

  return {
    async fetch(spans, onProgress = () => undefined) {
      const windows = windowsOf(await missing(daysUntil(utcDay(now()), spans)));
      await eachWindow(windows, onProgress, bringIn);
    },
    async reread(span, onProgress = () => undefined) {
      const days = daysUntil(utcDay(now()), [span]);
      const before = await costDays.bodies(days);
      await eachWindow(windowsOf(days), onProgress, (window, waitPolicy) =>
        askWindow(parts, window, { waitPolicy, again: true }),
      );
      const after = await costDays.bodies(days);
      const isChanged = (index: number) =>
        before[index] != null && !before[index].equals(after[index] ?? Buffer.alloc(0));
      return { days, changed: days.filter((_, index) => isChanged(index)) };
    },
    days: (span) => readDays(parts, span),
  };
}

function daysUntil(today: Day, spans: readonly DaySpan[]): Day[] {
  const days = spans.flatMap(({ from, to }) => daysFrom(from, to < today ? to : today));
  return [...new Set(days)];
}

type Parts = Pick<LedgerParts, "costDays" | "now" | "ending">;

// The Redis client parses a portion in one piece and blocks the event loop meanwhile.
const bytesAPortion = 64 * 1024;
const mostDaysAPortion = 64;

/**
 * The kept days of a span in order; future days have no records. Fails as `upstream` if a day is not kept, or was read
 * with another ending.
 */
async function* readDays({ costDays, now, ending }: Parts, { from, to }: DaySpan): AsyncGenerator<CostDay> {
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
