import { setTimeout } from "node:timers/promises";
import { type Day, daysFrom, utcDay } from "../../../lib/day.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { askWindow } from "./ask-window.ts";
import { type CostDay, createFlights, type LedgerParts } from "./parts.ts";
import { paceOf, pacer, type ReadProgress, followProgress, windowsOf } from "./pace.ts";
import { type Patience, brokenHalfWay, longestWaitMs } from "./wait-policy.ts";
import { readDays } from "./read-days.ts";
import { isFresh } from "./freshness.ts";

export type { CostDay } from "./parts.ts";
export { createFlights } from "./parts.ts";
export type { ReadProgress } from "./pace.ts";

/** What a connection's organization cost, day by day over any length: asked for once, and kept. */
export interface CostLedger {
  /**
   * Makes sure that all days up to today are at hand: asks the cloud for those that are not, within the budget and
   * waiting for it up to 25 minutes. Fails as AppError and says how far it came; what came is kept.
   */
  fetch(spans: readonly DaySpan[], onProgress?: (progress: ReadProgress) => void): Promise<void>;
  /**
   * Asks the cloud again for all days of a span up to today, final ones too, and for no others; what it says replaces
   * what was kept. Fails as `fetch` does.
   */
  reread(span: DaySpan, onProgress?: (progress: ReadProgress) => void): Promise<RereadDays>;
  /** The fetched days in order, read in small portions so that the event loop stays free; a day to come has no records. */
  days(span: DaySpan): AsyncIterable<CostDay>;
}

/** What came of reading days again. */
export interface RereadDays {
  days: readonly Day[];
  /** Those that were kept, and are other now. */
  changed: readonly Day[];
}

/** The ledger of one connection. */
export function costLedger(parts: LedgerParts): CostLedger {
  const { costDays, now, ending, flights = createFlights()(""), sleep = setTimeout } = parts;
  const pace = paceOf(parts.requestsPerWindow);

  async function missing(days: readonly Day[]): Promise<Day[]> {
    const states = await costDays.states(days);
    return days.filter((day) => !isFresh(day, states.get(day), now(), ending));
  }

  /** What others brought in since is not asked for again. */
  async function bringIn(window: DaySpan, patience: Patience): Promise<void> {
    const [left] = windowsOf(await missing(daysFrom(window.from, window.to)));
    if (!left) return;
    await flights.share(`${left.from} ${left.to}`, () => askWindow(parts, left, { patience }));
  }

  async function eachWindow(
    windows: readonly DaySpan[],
    onProgress: (progress: ReadProgress) => void,
    work: (window: DaySpan, patience: Patience) => Promise<void>,
  ): Promise<void> {
    if (windows.length === 0) return;
    const progress = followProgress(windows.length, pace, onProgress);
    const patience = {
      sleep,
      now,
      deadlineMs: now().getTime() + longestWaitMs,
      onWait: progress.onWait,
    };
    const next = pacer({ sleep, now }, pace, windows.length);
    try {
      for (const window of windows) {
        await next();
        // Who has nothing yet would rather be told at once than wait for a cloud that is down.
        await work(window, { ...patience, insists: progress.done > 0 });
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
      await eachWindow(windowsOf(days), onProgress, (window, patience) =>
        askWindow(parts, window, { patience, again: true }),
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
