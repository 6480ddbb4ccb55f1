import type { Clock } from "./clock.ts";

/** A stretch of time in which requests are counted. */
interface Window {
  readonly endsAtMs: number;
  /** The requests so far, the present one included. */
  used: number;
}

/** Counts one more request of somebody in windows of this length, the first of which begins with their first request. */
export function requestWindows(clock: Clock, windowMs: number): (whose: string) => Readonly<Window> {
  const windows = new Map<string, Window>();
  return (whose) => {
    const nowMs = clock.now().getTime();
    const open = windows.get(whose);
    const window = open && nowMs < open.endsAtMs ? open : { endsAtMs: nowMs + windowMs, used: 0 };
    windows.set(whose, window);
    window.used += 1;
    return window;
  };
}
