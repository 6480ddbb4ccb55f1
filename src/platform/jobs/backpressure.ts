import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** How often it is looked whether there is reason to rest on. */
const lookMs = 20;

/** How work gives way. */
interface Way<Item> {
  /** How many times longer than it worked it rests; 0 while nothing is more urgent. */
  pressure: () => number;
  /** Whose work it is: nobody waits for the turns and rests of another. */
  ownerOf: (item: Item) => string;
}

/**
 * Makes work that gives way to what is more urgent: while there is such, each owner has one piece done at a time, and a
 * rest follows it. What waits is never refused.
 */
export function givingWay<Item, More extends unknown[], Result>(
  work: (item: Item, ...more: More) => Promise<Result>,
  { pressure, ownerOf }: Way<Item>,
): (item: Item, ...more: More) => Promise<Result> {
  const turns = new Map<string, Promise<void>>();

  async function inTurn(args: [Item, ...More], before: Promise<void> | undefined): Promise<Result> {
    await before;
    return work(...args);
  }

  /** A failure is for whoever asked for the work; here it ends the turn as well as a result. */
  async function over(working: Promise<Result>, before: Promise<void> | undefined): Promise<void> {
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

  async function forgetAfter(owner: string, turn: Promise<void>): Promise<void> {
    await turn;
    if (turns.get(owner) === turn) turns.delete(owner);
  }

  return (...args) => {
    if (pressure() === 0) return work(...args);
    const owner = ownerOf(args[0]);
    const before = turns.get(owner);
    const working = inTurn(args, before);
    const turn = over(working, before);
    turns.set(owner, turn);
    void forgetAfter(owner, turn);
    return working;
  };
}
