import { setTimeout as sleep } from "node:timers/promises";

/**
 * Makes a poke that is never waited for and never fails: of many for one id, one is under way and one follows it,
 * `apartMs` later.
 */
export function coalescedPokes(
  poke: (id: string) => Promise<void>,
  onFailure: (error: unknown, id: string) => void,
  apartMs = 0,
): (id: string) => void {
  // The value says whether another one is to follow.
  const underWay = new Map<string, boolean>();

  async function run(id: string): Promise<void> {
    do {
      underWay.set(id, false);
      try {
        await poke(id);
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
