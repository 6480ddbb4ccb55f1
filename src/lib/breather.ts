import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";

/** Waits until others had their turn where the caller has held the event loop for long; costs nothing otherwise. */
export type Breather = () => Promise<void> | undefined;

/** For work in many small steps: call it after each, and nobody else waits much longer than `heldMs`. */
export function breather(heldMs = 5): Breather {
  let sinceMs = performance.now();
  async function breathe(): Promise<void> {
    await setImmediate();
    sinceMs = performance.now();
  }
  return () => (performance.now() - sinceMs < heldMs ? undefined : breathe());
}
