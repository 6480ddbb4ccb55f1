import { setTimeout } from "node:timers/promises";
import { type Day, daysFrom, utcDay } from "../../../lib/day.ts";
import type { DaySpan } from "../../../lib/period/spans.ts";
import { askWindow } from "./ask-window.ts";
import { type CostDay, singleFlights, type LedgerParts } from "./parts.ts";
import {
  paceOf,
  pacer,
  type ReadProgress,
  followProgress,
  windowsOf,
  type WaitPolicy,
  brokenHalfWay,
  longestWaitMs,
} from "./pace.ts";
import { readDays } from "./read-days.ts";
import { isFresh } from "./freshness.ts";

export type { CostDay } from "./parts.ts";
export { singleFlights } from "./parts.ts";
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
export interface RereadDays {
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
