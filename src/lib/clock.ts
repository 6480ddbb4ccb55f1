import { minuteMs } from "./duration.ts";

/** A moment by two clocks: the wall clock goes on while the machine is suspended, the monotonic one is never set back. */
export interface Moment {
  wallMs: number;
  monotonicMs: number;
}

/** Reads both clocks of this process. For lengths of time alone: what others read comes from a shared clock. */
export type Clock = () => Moment;

/** A limit of `forMs` milliseconds from a moment. */
export interface TimeLimit {
  since: Moment;
  forMs: number;
}

/** Reads this wall clock together with a monotonic one. Both are the process's own by default. */
export function clockOf(
  now: () => Date = () => new Date(),
  monotonicMs: () => number = () => performance.now(),
): Clock {
  return () => ({ wallMs: now().getTime(), monotonicMs: monotonicMs() });
}

function elapsedMs(since: Moment, { wallMs, monotonicMs }: Moment): number {
  return Math.max(wallMs - since.wallMs, monotonicMs - since.monotonicMs);
}

/** Starts now. Returns the milliseconds since then, by the clock that went further. */
export function stopwatch(clock: Clock): () => number {
  const startedAt = clock();
  return () => elapsedMs(startedAt, clock());
}

/** True as soon as either clock shows that the limit is over. */
export function isOver({ since, forMs }: TimeLimit, at: Moment): boolean {
  return elapsedMs(since, at) > forMs;
}

/** Counts down from `ms`, starting with the first call. Returns the milliseconds that are left. */
export function countdown(ms: number, nowMs = () => performance.now()): () => number {
  let endMs: number | undefined;
  return () => {
    endMs ??= nowMs() + ms;
    return Math.max(0, endMs - nowMs());
  };
}

/** How far Slack's clock and ours may be apart, in milliseconds. Requests that are further apart are refused. */
export const slackClockToleranceMs = 5 * minuteMs;

/** The result of the work, or `late` if it takes longer than `ms`. The work goes on, and its failure is ignored then. */
export async function within<Result, Late>(
  ms: number,
  work: Promise<Result>,
  late: Late,
): Promise<Result | Late> {
  const { promise, resolve } = Promise.withResolvers<Late>();
  const timer = setTimeout(resolve, ms, late).unref();
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
