import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** How often it is looked whether there is reason to rest on. */
const lookMs = 20;

/**
 * Makes work that gives way to what is more urgent: while there is such, one piece is done at a time, and a rest follows
 * it that is as many times longer as `pressure` tells, which is 0 for none. What waits is never refused.
 */
export function givingWay<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  pressure: () => number,
): (...args: Args) => Promise<Result> {
  let turn: Promise<unknown> = Promise.resolve();

  async function inTurn(args: Args, before: Promise<unknown>): Promise<Result> {
    await before;
    return work(...args);
  }

  /** A failure is for whoever asked for the work; here it ends the turn as well as a result. */
  async function over(working: Promise<Result>, before: Promise<unknown>): Promise<void> {
    await before;
    const startedAtMs = performance.now();
    await working.catch(() => undefined);
    await rest(performance.now() - startedAtMs);
  }

  /** Ends with the pressure. */
  async function rest(workedMs: number): Promise<void> {
    const sinceMs = performance.now();
    while (performance.now() - sinceMs < pressure() * workedMs) await sleep(lookMs);
  }

  return (...args) => {
    if (pressure() === 0) return work(...args);
    const before = turn;
    const working = inTurn(args, before);
    turn = over(working, before);
    return working;
  };
}
