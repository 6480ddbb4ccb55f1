/** Slots for work that runs at once. */
export interface FairSlots {
  /** Waits for a slot. Undefined if one is free at once. `leave` gives it back. */
  enter(owner: string): Promise<void> | undefined;
  leave(owner: string): void;
}

/**
 * Shares slots between owners. Every owner has up to `share` slots at any time, and more while half of all slots are
 * free. Owners who wait get the next free slots in turn.
 */
export function fairSlots(all: number, share: number): FairSlots {
  const inside = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  let taken = 0;

  function mayEnter(owner: string): boolean {
    return taken < all && ((inside.get(owner) ?? 0) < share || taken < all / 2);
  }

  function take(owner: string): void {
    taken += 1;
    inside.set(owner, (inside.get(owner) ?? 0) + 1);
  }

  /** The owner gets its next turn after all the others that wait. */
  function letNextIn(): void {
    for (const [owner, queue] of waiting) {
      if (!mayEnter(owner)) continue;
      const enter = queue.shift();
      waiting.delete(owner);
      if (queue.length > 0) waiting.set(owner, queue);
      take(owner);
      return enter?.();
    }
  }

  return {
    enter(owner) {
      const queue = waiting.get(owner);
      if (!queue && mayEnter(owner)) {
        take(owner);
        return undefined;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      if (queue) queue.push(resolve);
      else waiting.set(owner, [resolve]);
      return promise;
    },
    leave(owner) {
      taken -= 1;
      const left = (inside.get(owner) ?? 1) - 1;
      if (left > 0) inside.set(owner, left);
      else inside.delete(owner);
      letNextIn();
    },
  };
}
