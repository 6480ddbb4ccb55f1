import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

/** Places where work is done, of which nobody keeps the others from all. */
export interface WorkspaceConcurrency {
  /** Gives a place to an owner, which `leave` gives back; or says after how long to ask for it again. */
  enter(owner: string): { leave(): void } | { againInMs: number };
}

interface Owner {
  inside: number;
  /** How many were turned away since somebody got in last. */
  refused: number;
}

const shortestWaitMs = 250;
const longestWaitMs = 5_000;

/**
 * So many places: everybody may have `share` of them at any time, and more only while half of all are free. So one who
 * brings much gets on as long as nobody else does, and whoever comes then finds room.
 */
export function workspaceConcurrency(slots: number, share: number): WorkspaceConcurrency {
  const owners = new Map<string, Owner>();
  let taken = 0;

  function leave(owner: string): void {
    const known = owners.get(owner);
    if (!known) return;
    taken -= 1;
    known.inside -= 1;
    if (known.inside === 0) owners.delete(owner);
  }

  return {
    enter(owner) {
      const known = owners.get(owner) ?? { inside: 0, refused: 0 };
      if (known.inside >= share && taken >= slots / 2) {
        known.refused += 1;
        // The more wait, the longer each: asking costs a little too.
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

/** How often it is looked whether there is reason to rest on. */
const checkMs = 20;

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
export function withBackpressure<Item, More extends unknown[], Result>(
  work: (item: Item, ...more: More) => Promise<Result>,
  { pressure, ownerOf }: Way<Item>,
): (item: Item, ...more: More) => Promise<Result> {
  const pending = new Map<string, Promise<void>>();

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
    while (performance.now() - sinceMs < pressure() * workedMs) await sleep(checkMs);
  }

  async function forgetAfter(owner: string, previous: Promise<void>): Promise<void> {
    await previous;
    if (pending.get(owner) === previous) pending.delete(owner);
  }

  return (...args) => {
    if (pressure() === 0) return work(...args);
    const owner = ownerOf(args[0]);
    const before = pending.get(owner);
    const working = inTurn(args, before);
    const previous = over(working, before);
    pending.set(owner, previous);
    void forgetAfter(owner, previous);
    return working;
  };
}

/**
 * Makes a notify that is never waited for and never fails: of many for one id, one is under way and one follows it,
 * `apartMs` later.
 */
export function debounced(
  notify: (id: string) => Promise<void>,
  onFailure: (error: unknown, id: string) => void,
  apartMs = 0,
): (id: string) => void {
  // The value says whether another one is to follow.
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
