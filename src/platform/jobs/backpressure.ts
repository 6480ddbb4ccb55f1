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
  /** How much work of one owner runs at once while nothing is more urgent. */
  most: number;
  /** Work that has waited this long starts in spite of the pressure, if there is room without it. */
  longestWaitMs: number;
  /** The owner of an item. No owner waits for another one's work. */
  ownerOf: (item: Item) => string;
}

/** One owner's work: how much runs or rests, and what starts the waiting work. */
interface Lane {
  taken: number;
  waiting: { start: () => void; sinceMs: number }[];
}

/**
 * Limits how much of each owner's work runs at once, and slows work down while something is more urgent: then each
 * owner's work runs one at a time, with a rest after each, but waits only so long. Nothing is refused.
 */
export function withBackpressure<Item, More extends unknown[], Result>(
  work: (item: Item, ...more: More) => Promise<Result>,
  { pressure, most, longestWaitMs, ownerOf }: Backpressure<Item>,
): (item: Item, ...more: More) => Promise<Result> {
  const lanes = new Map<string, Lane>();

  function isOverdue({ waiting: [first] }: Lane): boolean {
    return first !== undefined && performance.now() - first.sinceMs >= longestWaitMs;
  }

  function hasRoom(lane: Lane): boolean {
    return lane.taken < (pressure() === 0 || isOverdue(lane) ? most : 1);
  }

  async function enter(owner: string): Promise<Lane> {
    const lane = lanes.get(owner) ?? { taken: 0, waiting: [] };
    lanes.set(owner, lane);
    if (lane.waiting.length === 0 && hasRoom(lane)) lane.taken += 1;
    else await new Promise<void>((start) => lane.waiting.push({ start, sinceMs: performance.now() }));
    return lane;
  }

  /** Starts waiting work after a rest, with the end of the pressure, or once it has waited long enough. */
  async function leave(owner: string, lane: Lane, workedMs: number): Promise<void> {
    const endedAtMs = performance.now();
    while (!isOverdue(lane) && performance.now() - endedAtMs < pressure() * workedMs) await sleep(checkMs);
    lane.taken -= 1;
    while (lane.waiting.length > 0 && hasRoom(lane)) {
      lane.taken += 1;
      lane.waiting.shift()?.start();
    }
    if (lane.taken === 0) lanes.delete(owner);
  }

  return async (item, ...more) => {
    const owner = ownerOf(item);
    const lane = await enter(owner);
    const startedAtMs = performance.now();
    try {
      return await work(item, ...more);
    } finally {
      void leave(owner, lane, performance.now() - startedAtMs);
    }
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
