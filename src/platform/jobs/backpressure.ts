import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

const shortestWaitMs = 250;
const longestWaitMs = 5_000;

/**
 * Limits how much of a process's work one workspace may do at once. Every owner gets up to `share` slots at any time,
 * and more while half of all slots are free. So a busy owner gets on while others are idle, and new owners find a slot.
 */
export function workspaceConcurrency(slots: number, share: number) {
  /** How many slots each owner has, and how many it was refused since the last one that it got. */
  const owners = new Map<string, { inside: number; refused: number }>();
  let taken = 0;

  function leave(owner: string): void {
    const known = owners.get(owner);
    if (!known) return;
    taken -= 1;
    known.inside -= 1;
    if (known.inside === 0) owners.delete(owner);
  }

  return {
    /** Gives an owner a slot, which `leave` gives back. Or says when to ask again. */
    enter(owner: string): { leave(): void } | { againInMs: number } {
      const known = owners.get(owner) ?? { inside: 0, refused: 0 };
      if (known.inside >= share && taken >= slots / 2) {
        known.refused += 1;
        // The more owners wait, the longer each waits, because asking costs a little too.
        const rounds = Math.ceil(known.refused / share);
        return { againInMs: Math.min(longestWaitMs, shortestWaitMs * rounds) };
      }
      taken += 1;
      known.inside += 1;
      known.refused = Math.max(0, known.refused - share);
      owners.set(owner, known);
      return { leave: () => leave(owner) };
    },
  };
}

/** How often to check if the rest may end. */
const checkMs = 20;

/** How work yields to more urgent work. */
interface Backpressure<Item> {
  /** The rest after work, as a multiple of its time. 0 while nothing is more urgent. */
  pressure: () => number;
  /** The owner of an item. No owner waits for another one's work. */
  ownerOf: (item: Item) => string;
}

/**
 * Slows work down while something is more urgent: each owner's work then runs one at a time, with a rest after each.
 * Nothing is refused.
 */
export function withBackpressure<Item, More extends unknown[], Result>(
  work: (item: Item, ...more: More) => Promise<Result>,
  { pressure, ownerOf }: Backpressure<Item>,
): (item: Item, ...more: More) => Promise<Result> {
  const pending = new Map<string, Promise<void>>();

  async function workAfter(before: Promise<void> | undefined, args: [Item, ...More]): Promise<Result> {
    await before;
    return work(...args);
  }

  /** Ends after the work and its rest, or with the pressure. A failure goes to the caller, and ends the work here. */
  async function over(working: Promise<Result>, before: Promise<void> | undefined): Promise<void> {
    await before;
    const startedAtMs = performance.now();
    await working.catch(() => undefined);
    const endedAtMs = performance.now();
    const workedMs = endedAtMs - startedAtMs;
    while (performance.now() - endedAtMs < pressure() * workedMs) await sleep(checkMs);
  }

  async function forgetAfter(owner: string, previous: Promise<void>): Promise<void> {
    await previous;
    if (pending.get(owner) === previous) pending.delete(owner);
  }

  return (...args) => {
    if (pressure() === 0) return work(...args);
    const owner = ownerOf(args[0]);
    const before = pending.get(owner);
    const working = workAfter(before, args);
    const previous = over(working, before);
    pending.set(owner, previous);
    void forgetAfter(owner, previous);
    return working;
  };
}

/**
 * Makes a notification that never fails and needs no waiting. Of many for one id, one runs and one more follows it
 * after `apartMs`.
 */
export function debounced(
  notify: (id: string) => Promise<void>,
  onFailure: (error: unknown, id: string) => void,
  apartMs = 0,
): (id: string) => void {
  // The value says whether another one follows.
  const underWay = new Map<string, boolean>();

  async function run(id: string): Promise<void> {
    do {
      underWay.set(id, false);
      try {
        await notify(id);
      } catch (error) {
        onFailure(error, id);
      }
      if (apartMs > 0) await sleep(apartMs, undefined, { ref: false });
    } while (underWay.get(id));
    underWay.delete(id);
  }

  return (id) => {
    if (underWay.has(id)) underWay.set(id, true);
    else void run(id);
  };
}
