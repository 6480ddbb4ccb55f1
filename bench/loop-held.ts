import { performance } from "node:perf_hooks";

/** How long some work took, and the longest time in it that nobody else had a turn. */
export interface Held {
  ms: number;
  longestMs: number;
}

/** Does the work, and looks all the time whether others could. */
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
