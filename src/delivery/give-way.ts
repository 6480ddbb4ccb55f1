import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** How much longer than its work took, work that gives way rests. */
const restPerWork = 2;

/**
 * Makes work that gives way to what is more urgent: while there is such, one piece is done at a time, and a long rest
 * follows it. What waits is never refused.
 */
export function givingWay<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  isPressed: () => boolean,
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
    if (isPressed()) await sleep(restPerWork * (performance.now() - startedAtMs));
  }

  return (...args) => {
    if (!isPressed()) return work(...args);
    const before = turn;
    const working = inTurn(args, before);
    turn = over(working, before);
    return working;
  };
}
