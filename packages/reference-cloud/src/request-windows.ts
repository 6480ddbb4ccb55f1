import type { Clock } from "./clock.ts";

/** A time window in which requests are counted. */
interface Window {
  readonly endsAtMs: number;
  /** The requests so far, including the present one. */
  used: number;
}

/** Counts a caller's request in windows of this length. The first window begins with the first request. */
export function requestWindows(clock: Clock, windowMs: number): (owner: string) => Readonly<Window> {
  const windows = new Map<string, Window>();
  return (owner) => {
    const nowMs = clock.now().getTime();
    const open = windows.get(owner);
    const window = open && nowMs < open.endsAtMs ? open : { endsAtMs: nowMs + windowMs, used: 0 };
    windows.set(owner, window);
    window.used += 1;
    return window;
  };
}
