/** The two clocks that tell how long something has stood still. */
export interface Clocks {
  /** Goes on while the machine is suspended, and may be set. */
  now: () => Date;
  /** In milliseconds; cannot be set, and stands still while the machine is suspended. */
  monotonicMs: () => number;
}

/** Starts now and tells how many milliseconds have passed since, by the clock that went further. */
export function stopwatch({ now, monotonicMs }: Clocks): () => number {
  const startedAt = now().getTime();
  const startedMs = monotonicMs();
  return () => Math.max(now().getTime() - startedAt, monotonicMs() - startedMs);
}
