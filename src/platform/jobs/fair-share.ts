/** Places where work is done, of which nobody keeps the others from all. */
export interface FairShare {
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
export function fairShare(places: number, share: number): FairShare {
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
      if (known.inside >= share && taken >= places / 2) {
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
