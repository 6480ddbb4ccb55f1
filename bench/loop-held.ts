import { performance } from "node:perf_hooks";

/** The time that some work took, and the longest time that it blocked the event loop. */
export interface Held {
  ms: number;
  longestMs: number;
}

/** Does the work, and measures how long it blocks the event loop. */
export async function holding(work: () => Promise<void>): Promise<Held> {
  const startedAtMs = performance.now();
  let [lastMs, longestMs, over] = [startedAtMs, 0, false];
  function view(): void {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    if (!over) setImmediate(view);
  }
  setImmediate(view);
  await work();
  over = true;
  const endedAtMs = performance.now();
  return { ms: endedAtMs - startedAtMs, longestMs: Math.max(longestMs, endedAtMs - lastMs) };
}
